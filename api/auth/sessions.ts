import type { Request, Response } from 'express';
import type { Clock } from '#platform/clock.ts';
import { SIGNED_IN_AS } from '#schemas/api/call.ts';
import type { NewId } from '../http/guards.ts';
import { Problem } from '../http/problem.ts';
import {
  deleteSession,
  insertSession,
  SESSION_ENDED,
  touchSession,
  validSession,
} from '../users/sessions.ts';
import type { PersonWithHash } from '../users/people.ts';
import type { UserStore } from '../users/store.ts';
import { SessionCookie } from './session-cookie.ts';
import { SessionTokens, type SessionClaims } from './tokens.ts';

/** Who asks: their session and their account's id. */
export interface Session {
  id: string;
  userId: string;
}

/** A session ends so long after its last use. */
const LIFE_MS = 30 * 24 * 3_600_000;
/** However much it is used, so long after it began: a stolen cookie must not hold for ever. */
const LONGEST_MS = 90 * 24 * 3_600_000;
/** Use is written down, and the cookie given a new end, at most so often. */
const TOUCH_EVERY_MS = 3_600_000;
/**
 * For so long a session is believed without asking. That it ended is heard at once; while it cannot be heard,
 * this is what keeps a sign-out elsewhere under the 2 s promised.
 */
const BELIEVED_MS = 1_500;
const BELIEVED_MAX = 10_000;
const DEVICE_MAX = 300;

export const signedOut = (): Problem => new Problem(401, 'signed_out', 'You are not signed in.');

interface Known {
  session: Session;
  createdAt: Date;
  lastSeenAt: Date;
}

interface Believed {
  userId: string;
  known: Promise<Known | undefined>;
  until: number;
}

export interface SessionOptions {
  store: UserStore;
  clock: Clock;
  newId: NewId;
  /** The secret that signs, then the one before it. */
  secrets: readonly [string, ...string[]];
  publicUrl: string | undefined;
}

/** Sessions: a signed cookie that names a record, which can be taken away. */
export class Sessions {
  readonly #store: UserStore;
  readonly #clock: Clock;
  readonly #newId: NewId;
  readonly #tokens: SessionTokens;
  readonly #cookie: SessionCookie;
  /** By the session's id. Entries of a session that was revoked here go at once. */
  readonly #believed = new Map<string, Believed>();

  constructor({ store, clock, newId, secrets, publicUrl }: SessionOptions) {
    this.#store = store;
    this.#clock = clock;
    this.#newId = newId;
    this.#tokens = new SessionTokens(secrets, LIFE_MS / 1_000, clock);
    this.#cookie = new SessionCookie(publicUrl, LIFE_MS);
  }

  /** Sessions that end in other processes, or with their account, are forgotten here as soon as it is heard. */
  hearEnds(): Promise<void> {
    return this.#store.listen(SESSION_ENDED, (id) => this.#believed.delete(id));
  }

  /**
   * Who asks, or undefined for a guest, who costs nothing. A session in use is prolonged, up to its last end.
   * @throws whatever the store throws
   */
  async read(request: Request, response: Response): Promise<Session | undefined> {
    const token = this.#cookie.read(request);
    const claims = token === undefined ? undefined : await this.#tokens.verify(token);
    const known = claims === undefined ? undefined : await this.#believe(claims);
    if (known === undefined) return undefined;
    const now = this.#clock();
    if (now.getTime() - known.lastSeenAt.getTime() >= TOUCH_EVERY_MS) {
      const { id, userId } = known.session;
      this.#believed.delete(id);
      const last = known.createdAt.getTime() + LONGEST_MS;
      const expiresAt = new Date(Math.min(now.getTime() + LIFE_MS, last));
      await touchSession(this.#store, id, now, expiresAt);
      this.#cookie.set(request, response, await this.#tokens.sign(id, userId));
    }
    return known.session;
  }

  /** @throws Problem 401 for a guest, and as `readToChange` */
  async require(request: Request, response: Response): Promise<Session> {
    const session = await this.readToChange(request, response);
    if (session === undefined) throw signedOut();
    return session;
  }

  /**
   * As `read`, for what is changed or counted.
   * @throws Problem 409 where the page that asks was drawn for somebody else
   */
  async readToChange(request: Request, response: Response): Promise<Session | undefined> {
    const session = await this.read(request, response);
    const meant = request.get(SIGNED_IN_AS) ?? session?.userId;
    if (request.method !== 'GET' && session !== undefined && meant !== session.userId)
      throw new Problem(409, 'somebody_else', 'Somebody else has signed in meanwhile.');
    return session;
  }

  /**
   * A new session for whose password was verified; the answer sets its cookie. One the browser had
   * before ends.
   * @throws Problem 401 where the password was changed meanwhile
   */
  async begin(
    request: Request,
    response: Response,
    { id: userId, passwordHash }: Pick<PersonWithHash, 'id' | 'passwordHash'>,
  ): Promise<Session> {
    await this.#endOwn(request);
    const session = { id: this.#newId(), userId };
    const now = this.#clock();
    const isWritten = await insertSession(this.#store, {
      ...session,
      passwordHash,
      device: (request.get('user-agent') ?? '').slice(0, DEVICE_MAX),
      now,
      expiresAt: new Date(now.getTime() + LIFE_MS),
    });
    if (!isWritten) throw signedOut();
    this.#cookie.set(request, response, await this.#tokens.sign(session.id, userId));
    return session;
  }

  /** Ends the browser's session, if it has one: its record goes, and its cookie. */
  async end(request: Request, response: Response): Promise<void> {
    if (this.#cookie.read(request) === undefined) return;
    await this.#endOwn(request);
    this.#cookie.clear(request, response);
  }

  async #endOwn(request: Request): Promise<void> {
    const token = this.#cookie.read(request);
    const claims = token === undefined ? undefined : await this.#tokens.verify(token);
    if (claims !== undefined) await this.revoke(claims.sessionId, claims.userId);
  }

  /** @returns whether the person had such a session */
  async revoke(id: string, userId: string): Promise<boolean> {
    const had = await deleteSession(this.#store, id, userId);
    this.#believed.delete(id);
    return had;
  }

  /** After all records of the person went: their next request asks the store. */
  forgetAllOf(userId: string): void {
    for (const [id, believed] of this.#believed)
      if (believed.userId === userId) this.#believed.delete(id);
  }

  #believe({ sessionId, userId }: SessionClaims): Promise<Known | undefined> {
    const now = this.#clock().getTime();
    const believed = this.#believed.get(sessionId);
    if (believed !== undefined && believed.userId === userId && now < believed.until)
      return believed.known;
    const known = this.#lookUp(sessionId, userId);
    if (this.#believed.size >= BELIEVED_MAX) this.#believed.clear();
    this.#believed.set(sessionId, { userId, known, until: now + BELIEVED_MS });
    const forget = (): void => {
      if (this.#believed.get(sessionId)?.known === known) this.#believed.delete(sessionId);
    };
    // A session that is gone is not worth the place, and a store that failed may answer the next time.
    known.then((found) => found ?? forget(), forget);
    return known;
  }

  async #lookUp(id: string, userId: string): Promise<Known | undefined> {
    const record = await validSession(this.#store, id, userId, this.#clock());
    if (record === undefined) return undefined;
    const { createdAt, lastSeenAt } = record;
    return { session: { id, userId }, createdAt, lastSeenAt };
  }
}
