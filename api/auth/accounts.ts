import type { Request, Response } from 'express';
import type { BodyOf } from '#schemas/api/call.ts';
import type { login, register } from '#schemas/api/account.ts';
import type { changePassword } from '#schemas/api/profile.ts';
import type { Clock } from '#platform/clock.ts';
import type { Logger } from '#platform/logging.ts';
import type { NewId } from '../http/guards.ts';
import { Problem } from '../http/problem.ts';
import {
  deletePerson,
  insertPerson,
  personByEmail,
  personById,
  personWithPassword,
  replacePasswordHash,
  type Person,
} from '../users/people.ts';
import type { UserStore } from '../users/store.ts';
import { addressOf, Attempts, emailKey } from './attempts.ts';
import { refuseCommonPassword } from './common-passwords.ts';
import { signedOut } from './sessions.ts';
import { hashPassword, isOutdated, verifyPassword } from './passwords.ts';

export interface AccountOptions {
  store: UserStore;
  clock: Clock;
  newId: NewId;
  logger: Logger;
  /** Failed sign-ins of one address in 15 minutes. */
  signInsPerAddress: number;
  /** Accounts one address may ask for in an hour. */
  registrationsPerAddress: number;
}

const QUARTER_HOUR = 15 * 60;
const HOUR = 3_600;
/** Wrong passwords for one e-mail in a quarter of an hour, whoever sends them. */
const SIGN_INS_PER_ACCOUNT = 10;

/** Making an account, and finding out whose it is by e-mail and password. */
export class Accounts {
  readonly #store: UserStore;
  readonly #clock: Clock;
  readonly #newId: NewId;
  readonly #logger: Logger;
  readonly #signInsOfAddress: Attempts;
  readonly #signInsOfAccount: Attempts;
  readonly #registrations: Attempts;

  constructor({ store, clock, newId, logger, ...limits }: AccountOptions) {
    this.#store = store;
    this.#clock = clock;
    this.#newId = newId;
    this.#logger = logger;
    const { signInsPerAddress, registrationsPerAddress } = limits;
    this.#signInsOfAddress = new Attempts(store, 'sign-in-from', signInsPerAddress, QUARTER_HOUR);
    this.#signInsOfAccount = new Attempts(store, 'sign-in-of', SIGN_INS_PER_ACCOUNT, QUARTER_HOUR);
    this.#registrations = new Attempts(store, 'register-from', registrationsPerAddress, HOUR);
  }

  /**
   * @throws Problem 409 where the e-mail has an account, 422 for a leaked password, 429 past the limit
   */
  async register(
    { email, password, firstName, lastName }: BodyOf<typeof register>,
    request: Request,
    response: Response,
  ): Promise<Person> {
    await this.#registrations.count(addressOf(request), response);
    refuseCommonPassword(password);
    const person = await insertPerson(this.#store, {
      id: this.#newId(),
      email,
      firstName,
      lastName,
      passwordHash: await hashPassword(password),
      createdAt: this.#clock(),
    });
    if (person !== undefined) return person;
    throw new Problem(
      409,
      'email_taken',
      'An account with this e-mail exists already. Please sign in instead.',
    );
  }

  /**
   * The same answer in the same time for a wrong password and for an e-mail without an account.
   * @throws Problem 401 for either, 429 past the limits
   */
  async authenticate(
    { email, password }: BodyOf<typeof login>,
    request: Request,
    response: Response,
  ): Promise<Person> {
    const address = addressOf(request);
    await this.#signInsOfAddress.count(address, response);
    await this.#signInsOfAccount.count(emailKey(email), response);
    const person = await personByEmail(this.#store, email);
    if (!(await verifyPassword(person?.passwordHash, password)) || person === undefined) {
      this.#logger.warn({ requestId: response.locals['requestId'] }, 'a sign-in failed');
      throw new Problem(
        401,
        'authentication_failed',
        'Authentication failed. Please check the e-mail and the password.',
      );
    }
    await this.#signInsOfAddress.takeBack(address);
    await this.#signInsOfAccount.forget(emailKey(email));
    if (isOutdated(person.passwordHash))
      await replacePasswordHash(this.#store, person.id, await hashPassword(password));
    return person;
  }

  /** @throws Problem 403 for a wrong password, 422 for a leaked new one, 429 past the limit */
  async changePassword(
    id: string,
    { currentPassword, newPassword }: BodyOf<typeof changePassword>,
    response: Response,
  ): Promise<void> {
    await this.#confirm(id, currentPassword, response);
    await this.setPassword(id, newPassword);
  }

  /** @throws Problem 422 for a leaked password */
  async setPassword(id: string, password: string): Promise<void> {
    refuseCommonPassword(password);
    await replacePasswordHash(this.#store, id, await hashPassword(password));
    const person = await personById(this.#store, id);
    // Wrong tries of the old password say nothing of the new one.
    if (person !== undefined) await this.#signInsOfAccount.forget(emailKey(person.email));
  }

  /**
   * The person and everything of theirs.
   * @throws Problem 403 for a wrong password, 429 past the limit
   */
  async delete(id: string, password: string, response: Response): Promise<void> {
    await this.#confirm(id, password, response);
    await deletePerson(this.#store, id);
  }

  /** Who has the cookie only must not take the account: the password is asked for again. */
  async #confirm(id: string, password: string, response: Response): Promise<void> {
    const person = await personWithPassword(this.#store, id);
    if (person === undefined) throw signedOut();
    await this.#signInsOfAccount.count(emailKey(person.email), response);
    if (!(await verifyPassword(person.passwordHash, password)))
      throw new Problem(403, 'wrong_password', 'The password is wrong.');
    await this.#signInsOfAccount.forget(emailKey(person.email));
  }
}
