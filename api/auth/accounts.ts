import type { Request, Response } from 'express';
import type { BodyOf } from '#schemas/api/call.ts';
import type { login, register } from '#schemas/api/account.ts';
import type { resetPassword } from '#schemas/api/mailed-links.ts';
import type { changePassword } from '#schemas/api/profile.ts';
import type { Clock } from '#platform/clock.ts';
import type { Logger } from '#platform/logging.ts';
import type { NewId } from '../http/guards.ts';
import { Problem } from '../http/problem.ts';
import type { Background } from '../mail/background.ts';
import { deleteLinksOf } from '../users/mailed-links.ts';
import {
  deletePerson,
  insertPerson,
  personByEmail,
  personById,
  personWithPassword,
  replacePasswordHash,
  setPasswordHash,
  type Person,
  type PersonWithHash,
} from '../users/people.ts';
import { deleteSessionsOf } from '../users/sessions.ts';
import type { Queries, UserStore } from '../users/store.ts';
import { addressOf } from '../http/address.ts';
import { Attempts, emailKey, personKey } from './attempts.ts';
import { refuseCommonPassword } from './common-passwords.ts';
import type { MailedLinks } from './mailed-links.ts';
import { hashPassword, isOutdated, verifyPassword } from './passwords.ts';
import { signedOut } from './sessions.ts';

export interface AccountOptions {
  store: UserStore;
  clock: Clock;
  newId: NewId;
  logger: Logger;
  /** Failed sign-ins of one address in 15 minutes. */
  signInsPerAddress: number;
  /** Accounts one address may ask for in an hour. */
  registrationsPerAddress: number;
  payments: {
    /** Before an account is deleted; what it throws leaves the account as it is. */
    endAll(userId: string): Promise<void>;
    /** Once accounts are gone: what they left behind. */
    forgetGone(): Promise<void>;
  };
  background: Background;
}

const QUARTER_HOUR = 15 * 60;
const HOUR = 3_600;
/** Wrong passwords for one account in a quarter of an hour, sent from one address or by who is signed in. */
const WRONG_PASSWORDS = 10;
/**
 * Wrong passwords for one e-mail from all addresses together: against guesses that are spread, and so
 * far above the other that no stranger at one address locks its owner out.
 */
const WRONG_PASSWORDS_FROM_ALL = 100;
/** Passwords one address may have hashed, right ones too, for each failed sign-in it may make. */
const HASHES_PER_SIGN_IN = 2;

/** Making an account, and finding out whose it is by e-mail and password. */
export class Accounts {
  readonly #store: UserStore;
  readonly #clock: Clock;
  readonly #newId: NewId;
  readonly #logger: Logger;
  readonly #signInsOfAddress: Attempts;
  readonly #signInsOfAccount: Attempts;
  readonly #signInsOfAccountFrom: Attempts;
  /** By the account, whose id strangers do not have: they must not lock its owner out. */
  readonly #confirmationsOf: Attempts;
  readonly #hashesOfAddress: Attempts;
  readonly #registrations: Attempts;
  readonly #payments: AccountOptions['payments'];
  readonly #background: Background;

  constructor({ store, clock, newId, logger, payments, background, ...limits }: AccountOptions) {
    this.#store = store;
    this.#clock = clock;
    this.#newId = newId;
    this.#logger = logger;
    this.#payments = payments;
    this.#background = background;
    const { signInsPerAddress, registrationsPerAddress } = limits;
    this.#signInsOfAddress = new Attempts(store, 'sign-in-from', signInsPerAddress, QUARTER_HOUR);
    const ofAll = WRONG_PASSWORDS_FROM_ALL;
    this.#signInsOfAccount = new Attempts(store, 'sign-in-of', ofAll, QUARTER_HOUR);
    const ofOne = WRONG_PASSWORDS;
    this.#signInsOfAccountFrom = new Attempts(store, 'sign-in-of-from', ofOne, QUARTER_HOUR);
    this.#confirmationsOf = new Attempts(store, 'confirm-of', ofOne, QUARTER_HOUR);
    const hashes = HASHES_PER_SIGN_IN * signInsPerAddress;
    this.#hashesOfAddress = new Attempts(store, 'hash-from', hashes, QUARTER_HOUR);
    this.#registrations = new Attempts(store, 'register-from', registrationsPerAddress, HOUR);
  }

  /**
   * @throws Problem 409 where the e-mail has an account, 422 for a leaked password, 429 past the limit
   */
  async register(
    { email, password, firstName, lastName }: BodyOf<typeof register>,
    request: Request,
    response: Response,
  ): Promise<PersonWithHash> {
    await this.#registrations.count(addressOf(request), response);
    refuseCommonPassword(password);
    const passwordHash = await hashPassword(password, response);
    const person = await insertPerson(this.#store, {
      id: this.#newId(),
      email,
      firstName,
      lastName,
      passwordHash,
      createdAt: this.#clock(),
    });
    if (person !== undefined) return { ...person, passwordHash };
    throw new Problem(
      409,
      'email_taken',
      'An account with this e-mail exists already. Please sign in instead.',
    );
  }

  /**
   * The same answer in the same time for a wrong password and for an e-mail without an account.
   * @returns whose they are, with the hash the password was verified against
   * @throws Problem 401 for either, 429 past the limits
   */
  async authenticate(
    { email, password }: BodyOf<typeof login>,
    request: Request,
    response: Response,
  ): Promise<PersonWithHash> {
    const address = addressOf(request);
    await this.#signInsOfAddress.count(address, response);
    await this.#hashesOfAddress.count(address, response);
    // Before the count of all: who is stopped here must not use that up for the owner.
    await this.#signInsOfAccountFrom.count(keyFrom(email, address), response);
    await this.#signInsOfAccount.count(emailKey(email), response);
    const person = await this.#verified(email, password, response);
    if (person === undefined) {
      this.#logger.warn({ requestId: response.locals['requestId'] }, 'a sign-in failed');
      throw new Problem(
        401,
        'authentication_failed',
        'Authentication failed. Please check the e-mail and the password.',
      );
    }
    await this.#signInsOfAddress.takeBack(address);
    await this.#forgetSignIns(email, address);
    return person;
  }

  /** Whose e-mail and password they are; a hash of other parameters than now is made anew. */
  async #verified(
    email: string,
    password: string,
    response: Response,
  ): Promise<PersonWithHash | undefined> {
    const person = await personByEmail(this.#store, email);
    const matches = await verifyPassword(person?.passwordHash, password, response);
    if (!matches || person === undefined) return undefined;
    if (!isOutdated(person.passwordHash)) return person;
    const passwordHash = await hashPassword(password, response);
    if (await replacePasswordHash(this.#store, person, passwordHash))
      return { ...person, passwordHash };
    // Somebody was first: the same person signing in, or one who set another password.
    return this.#verified(email, password, response);
  }

  /**
   * Every session ends; who calls must have them forgotten where they are believed.
   * @returns what a new session can begin with
   * @throws Problem 403 for a wrong password, 422 for a leaked new one, 429 past the limit
   */
  async changePassword(
    id: string,
    { currentPassword, newPassword }: BodyOf<typeof changePassword>,
    request: Request,
    response: Response,
  ): Promise<PersonWithHash> {
    const person = await this.#confirm(id, currentPassword, request, response);
    refuseCommonPassword(newPassword);
    const passwordHash = await hashPassword(newPassword, response);
    await this.#store.tx(async (queries) => {
      if (!(await replacePasswordHash(queries, person, passwordHash))) throw signedOut();
      await endAccess(queries, id);
    });
    await this.#forgetFailures(person, request);
    return { ...person, passwordHash };
  }

  /**
   * Sets the password by a mailed link, which is used up with it or not at all. Every session ends; who
   * calls must have them forgotten where they are believed.
   * @returns whose password it is
   * @throws Problem 410 for a link that is over, 422 for a leaked password, 429 past the limit
   */
  async resetPassword(
    links: MailedLinks,
    { token, password }: BodyOf<typeof resetPassword>,
    request: Request,
    response: Response,
  ): Promise<string> {
    refuseCommonPassword(password);
    const id = await links.ownerOf(token, 'reset-password');
    await this.#hashesOfAddress.count(addressOf(request), response);
    const passwordHash = await hashPassword(password, response);
    await this.#store.tx(async (queries) => {
      // The person first, as everywhere: who locks in another order waits for each other for ever.
      await setPasswordHash(queries, id, passwordHash);
      await links.follow(queries, token, 'reset-password');
      await endAccess(queries, id);
    });
    const person = await personById(this.#store, id);
    if (person !== undefined) {
      await this.#forgetFailures(person, request);
      await links.forgetAsked(person.email);
    }
    return id;
  }

  /**
   * After `before`, in one transaction with it: the person and everything of theirs; nothing more is taken from them.
   * @returns the e-mail it had
   * @throws Problem 403 for a wrong password, 429 past the limit; 503 where their subscription cannot be ended
   */
  async delete(
    id: string,
    password: string,
    request: Request,
    response: Response,
    before: (queries: Queries) => Promise<void>,
  ): Promise<string> {
    const person = await this.#confirm(id, password, request, response);
    await this.#payments.endAll(id);
    await this.#store.tx(async (queries) => {
      await before(queries);
      if (!(await deletePerson(queries, person))) throw signedOut();
    });
    // Nobody waits for a provider that is away, and less for what others left there.
    this.#background.start('leaving the payment provider', () => this.#payments.forgetGone());
    return person.email;
  }

  /** Who has the cookie only must not take the account: the password is asked for again. */
  async #confirm(
    id: string,
    password: string,
    request: Request,
    response: Response,
  ): Promise<PersonWithHash> {
    const person = await personWithPassword(this.#store, id);
    if (person === undefined) throw signedOut();
    await this.#hashesOfAddress.count(addressOf(request), response);
    await this.#confirmationsOf.count(personKey(id), response);
    if (!(await verifyPassword(person.passwordHash, password, response)))
      throw new Problem(403, 'wrong_password', 'The password is wrong.');
    await this.#confirmationsOf.forget(personKey(id));
    return person;
  }

  /** Wrong tries of an old password say nothing of the new one. */
  async #forgetFailures({ id, email }: Person, request: Request): Promise<void> {
    await this.#forgetSignIns(email, addressOf(request));
    await this.#confirmationsOf.forget(personKey(id));
  }

  /** Whoever failed at other addresses stays stopped there. */
  async #forgetSignIns(email: string, address: string): Promise<void> {
    await this.#signInsOfAccountFrom.forget(keyFrom(email, address));
    await this.#signInsOfAccount.forget(emailKey(email));
  }
}

const keyFrom = (email: string, address: string): string => `${emailKey(email)} ${address}`;

/** What an old password let in: sessions, and links for another password. */
async function endAccess(queries: Queries, userId: string): Promise<void> {
  await deleteLinksOf(queries, userId, 'reset-password');
  await deleteSessionsOf(queries, userId);
}
