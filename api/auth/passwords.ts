import { availableParallelism } from 'node:os';
import { hash, verify, type Options } from '@node-rs/argon2';
import type { Response } from 'express';
import { Turns } from '../http/turns.ts';

/** OWASP's Argon2id profile; `PREFIX` is how such a hash begins. */
const PARAMETERS: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const PREFIX = '$argon2id$v=19$m=19456,t=2,p=1$';

const turns = new Turns({
  // One core stays free for everything else: a flood of sign-ins must not stop the rest of the server.
  atOnce: Math.max(1, availableParallelism() - 1),
  // About ten seconds of work for a core.
  waiting: 400,
  busy: 'Too many people are signing in at this moment. Please try again in a minute.',
});

/** Whom a password is hashed for. */
type Asking = Pick<Response, 'destroyed'>;

/** Two ways of typing the same text are the same password. */
const normal = (password: string): string => password.normalize('NFKC');

/** @throws Problem 503 when too many wait */
export const hashPassword = (password: string, asking: Asking): Promise<string> =>
  turns.take(asking, () => hash(normal(password), PARAMETERS));

/** Whether a hash was made with weaker or other parameters than now. */
export const isOutdated = (passwordHash: string): boolean => !passwordHash.startsWith(PREFIX);

let nobody: Promise<string> | undefined;

/**
 * Whether the password belongs to the hash. Without a hash, nobody having the e-mail, it takes as long
 * and says no: the time must not tell who has an account.
 * @throws Problem 503 when too many wait
 */
export async function verifyPassword(
  passwordHash: string | undefined,
  password: string,
  asking: Asking,
): Promise<boolean> {
  nobody ??= hash('nobody has this password', PARAMETERS);
  const against = passwordHash ?? (await nobody);
  const matches = await turns.take(asking, () => verify(against, normal(password)));
  return matches && passwordHash !== undefined;
}
