import { createHash } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { Clock } from '#platform/clock.ts';

/** What the cookie says, once its signature is believed. */
export interface SessionClaims {
  sessionId: string;
  userId: string;
  issuedAt: Date;
}

const ISSUER = 'rigworth';
const AUDIENCE = 'rigworth-session';
const TYPE = 'session+jwt';
const ALGORITHM = 'HS256';

/** As we write it: a decoder that is lenient would take many texts for one token. */
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]{43}$/;
/** The clock of the process that signed may be ahead of ours by so much. */
const CLOCK_TOLERANCE_S = 5;

const claims = z.object({ jti: z.uuid(), sub: z.uuid(), iat: z.number() });

interface Key {
  id: string;
  bytes: Uint8Array;
}

const keyOf = (secret: string): Key => ({
  id: createHash('sha256').update(`key ${secret}`).digest('base64url').slice(0, 8),
  bytes: new TextEncoder().encode(secret),
});

/** Signs and checks the session cookie's text. Everything jose would leave open is pinned. */
export class SessionTokens {
  readonly #signing: Key;
  readonly #keys: ReadonlyMap<string, Uint8Array>;
  readonly #lifeSeconds: number;
  readonly #clock: Clock;

  /** @param secrets the one that signs, then the one before it, still believed */
  constructor(secrets: readonly [string, ...string[]], lifeSeconds: number, clock: Clock) {
    this.#signing = keyOf(secrets[0]);
    this.#keys = new Map(secrets.map(keyOf).map(({ id, bytes }) => [id, bytes]));
    this.#lifeSeconds = lifeSeconds;
    this.#clock = clock;
  }

  sign(sessionId: string, userId: string): Promise<string> {
    const now = Math.floor(this.#clock().getTime() / 1_000);
    return new SignJWT()
      .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid: this.#signing.id })
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setJti(sessionId)
      .setSubject(userId)
      .setIssuedAt(now)
      .setExpirationTime(now + this.#lifeSeconds)
      .sign(this.#signing.bytes);
  }

  /** @returns undefined for anything that is not a session of ours in its time */
  async verify(token: string): Promise<SessionClaims | undefined> {
    if (!TOKEN.test(token)) return undefined;
    try {
      const { payload } = await jwtVerify(
        token,
        ({ kid }) => {
          const key = this.#keys.get(kid ?? '');
          if (key === undefined) throw new errors.JWKSNoMatchingKey();
          return key;
        },
        {
          algorithms: [ALGORITHM],
          issuer: ISSUER,
          audience: AUDIENCE,
          typ: TYPE,
          maxTokenAge: this.#lifeSeconds,
          clockTolerance: CLOCK_TOLERANCE_S,
          requiredClaims: ['exp', 'jti', 'sub'],
          currentDate: this.#clock(),
        },
      );
      const { jti, sub, iat } = claims.parse(payload);
      return { sessionId: jti, userId: sub, issuedAt: new Date(iat * 1_000) };
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof z.ZodError) return undefined;
      throw error;
    }
  }
}
