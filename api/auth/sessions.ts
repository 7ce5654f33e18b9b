import type { Request, Response } from 'express';
import type { Clock } from '#platform/clock.ts';
import type { NewId } from '../http/guards.ts';
import { Problem } from '../http/problem.ts';
import {
  deleteSession,
  deleteSessionsOf,
  insertSession,
  touchSession,
  validSession,
} from '../users/sessions.ts';
import type { UserStore } from '../users/store.ts';
import { SessionCookie } from './session-cookie.ts';
import { SessionTokens } from './tokens.ts';

/** Who asks: their session and their account's id. */
export interface Session {
  id: string;
  userId: string;
}

/** A session ends so long after its last use. */
const LIFE_MS = 30 * 24 * 3_600_000;
/** Use is written down, and the cookie given a new end, at most so often. */
const TOUCH_EVERY_MS = 3_600_000;
/** Signed out elsewhere, a session may still be believed here for so long: under the 2 s promised. */
const BELIEVED_MS = 1_500;
const BELIEVED_MAX = 10_000;
const DEVICE_MAX = 300;

export const signedOut = (): Problem => new Problem(401, 'signed_out', 'You are not signed in.');

interface Known {
  session: Session;
  lastSeenAt: Date;
}

interface Believed {
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
  /** By the cookie's text. Entries of a session that was revoked here go at once. */
  readonly #believed = new Map<string, Believed>();

  constructor({ store, clock, newId, secrets, publicUrl }: SessionOptions) {
    this.#store = store;
    this.#clock = clock;
    this.#newId = newId;
    this.#tokens = new SessionTokens(secrets, LIFE_MS / 1_000, clock);
    this.#cookie = new SessionCookie(publicUrl, LIFE_MS);
  }

  /**
   * Who asks, or undefined for a guest, who costs nothing. A session in use is prolonged.
   * @throws whatever the store throws
   */
  async read(request: Request, response: Response): Promise<Session | undefined> {
    const token = this.#cookie.read(request);
    if (token === undefined) return undefined;
    const known = await this.#believe(token);
    if (known === undefined) return undefined;
    const now = this.#clock();
    if (now.getTime() - known.lastSeenAt.getTime() >= TOUCH_EVERY_MS) {
      this.#believed.delete(token);
      const { id, userId } = known.session;
      await touchSession(this.#store, id, now, new Date(now.getTime() + LIFE_MS));
      this.#cookie.set(request, response, await this.#tokens.sign(id, userId));
    }
    return known.session;
  }

  /** @throws Problem 401 for a guest */
  async require(request: Request, response: Response): Promise<Session> {
    const session = await this.read(request, response);
    if (session === undefined) throw signedOut();
    return session;
  }

  /** A new session for the person, whose cookie the answer sets. One the browser had before ends. */
  async begin(request: Request, response: Response, userId: string): Promise<Session> {
    await this.end(request, response);
    const session = { id: this.#newId(), userId };
    const now = this.#clock();
    await insertSession(this.#store, {
      ...session,
      device: (request.get('user-agent') ?? '').slice(0, DEVICE_MAX),
      now,
      expiresAt: new Date(now.getTime() + LIFE_MS),
    });
    this.#cookie.set(request, response, await this.#tokens.sign(session.id, userId));
    return session;
  }

  /** Ends the browser's session, if it has one: its record goes, and its cookie. */
  async end(request: Request, response: Response): Promise<void> {
    const token = this.#cookie.read(request);
    if (token === undefined) return;
    const claims = await this.#tokens.verify(token);
    if (claims !== undefined) await this.revoke(claims.sessionId, claims.userId);
    this.#cookie.clear(request, response);
  }

  /** @returns whether the person had such a session */
  async revoke(id: string, userId: string): Promise<boolean> {
    const had = await deleteSession(this.#store, id, userId);
    this.forgetBelieved();
    return had;
  }

  async revokeAll(userId: string): Promise<void> {
    await deleteSessionsOf(this.#store, userId);
    this.forgetBelieved();
  }

  /** After records went: the next request of anyone asks the store. */
  forgetBelieved(): void {
    this.#believed.clear();
  }

  #believe(token: string): Promise<Known | undefined> {
    const now = this.#clock().getTime();
    const believed = this.#believed.get(token);
    if (believed !== undefined && now < believed.until) return believed.known;
    this.#believed.delete(token);
    const known = this.#lookUp(token);
    if (this.#believed.size >= BELIEVED_MAX) this.#believed.clear();
    this.#believed.set(token, { known, until: now + BELIEVED_MS });
    const forget = (): void => {
      if (this.#believed.get(token)?.known === known) this.#believed.delete(token);
    };
    // A guest's rubbish is not worth the place, and a store that failed may answer the next time.
    known.then((found) => found ?? forget(), forget);
    return known;
  }

  async #lookUp(token: string): Promise<Known | undefined> {
    const claims = await this.#tokens.verify(token);
    if (claims === undefined) return undefined;
    const { sessionId, userId } = claims;
    const record = await validSession(this.#store, sessionId, userId, this.#clock());
    return record && { session: { id: sessionId, userId }, lastSeenAt: record.lastSeenAt };
  }
}
