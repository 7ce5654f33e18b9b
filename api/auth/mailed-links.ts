import { createHash, randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Clock } from '#platform/clock.ts';
import { Problem } from '../http/problem.ts';
import type { Background } from '../mail/background.ts';
import type { Mailer } from '../mail/mailer.ts';
import { resetPasswordMail, verifyEmailMail } from '../mail/texts.ts';
import { insertLink, ownerOfLink, takeLink, type LinkPurpose } from '../users/mailed-links.ts';
import { personByEmail, personById } from '../users/people.ts';
import type { Queries, UserStore } from '../users/store.ts';
import { addressOf } from '../http/address.ts';
import { Attempts, emailKey } from './attempts.ts';

export interface MailedLinkOptions {
  store: UserStore;
  clock: Clock;
  mailer: Mailer;
  background: Background;
  /** Where links lead: never what a request says of itself. */
  portalUrl: string;
}

const HOUR_MS = 3_600_000;
const LINKS = {
  'reset-password': { lifeMs: HOUR_MS, mail: resetPasswordMail },
  'verify-email': { lifeMs: 3 * 24 * HOUR_MS, mail: verifyEmailMail },
} as const satisfies Record<LinkPurpose, unknown>;

/** Mails asked for from one address, in an hour. */
const PER_ADDRESS = 20;
/**
 * A mailbox is not to be filled by somebody else, in an hour. Links for a new password must hold for as
 * long: whose mails are used up by a stranger then has one that is good.
 */
const PER_ACCOUNT = 4;

/** Links that prove that somebody reads an account's mail: followed once, for a while. */
export class MailedLinks {
  readonly #options: MailedLinkOptions;
  readonly #ofAddress: Attempts;
  readonly #ofAccount: Attempts;

  constructor(options: MailedLinkOptions) {
    this.#options = options;
    this.#ofAddress = new Attempts(options.store, 'mail-from', PER_ADDRESS, HOUR_MS / 1_000);
    this.#ofAccount = new Attempts(options.store, 'mail-to', PER_ACCOUNT, HOUR_MS / 1_000);
  }

  /**
   * Mails a link for a new password where the e-mail has an account. Whether it has is looked up only
   * after the answer, so that neither the answer nor its time can tell.
   * @throws Problem 429 past the limit of the address
   */
  async offerReset(email: string, request: Request, response: Response): Promise<void> {
    await this.#ofAddress.count(addressOf(request), response);
    const { background, store } = this.#options;
    background.start('a mail to reset a password', async () => {
      const person = await personByEmail(store, email);
      if (person !== undefined) await this.#mail(person, 'reset-password');
    });
  }

  /**
   * Mails a link that verifies the person's e-mail, unless it is verified.
   * @throws Problem 429 past the limit of the address
   */
  async offerVerification(userId: string, request: Request, response: Response): Promise<void> {
    await this.#ofAddress.count(addressOf(request), response);
    this.#mailVerification(userId);
  }

  /**
   * The same for who has just registered. Registrations of an address have a limit of their own, and
   * take none of the mails that others behind the address ask for.
   */
  welcome(userId: string): void {
    this.#mailVerification(userId);
  }

  #mailVerification(userId: string): void {
    const { background, store } = this.#options;
    background.start('a mail to verify an e-mail', async () => {
      const person = await personById(store, userId);
      if (person?.emailVerifiedAt === null) await this.#mail(person, 'verify-email');
    });
  }

  /** Removes what was mailed to somebody whose account is gone, where that lies here. */
  forget(email: string): void {
    const { background, mailer } = this.#options;
    background.start('removing the mails of a deleted account', async () => {
      await mailer.forget?.(email);
    });
  }

  /** @returns whose link it is, still good. @throws Problem 410 for one that is none or is over */
  async ownerOf(token: string, purpose: LinkPurpose): Promise<string> {
    const { store, clock } = this.#options;
    const userId = await ownerOfLink(store, hashOf(token), purpose, clock());
    if (userId === undefined) throw linkOver();
    return userId;
  }

  /**
   * Uses the link up, and others like it, in a transaction with what it is for.
   * @throws Problem 410 as above
   */
  async follow(queries: Queries, token: string, purpose: LinkPurpose): Promise<void> {
    const { clock } = this.#options;
    if ((await takeLink(queries, hashOf(token), purpose, clock())) === undefined) throw linkOver();
  }

  /** Mails for a new password count anew: of those that were sent no link is left. */
  async forgetAsked(email: string): Promise<void> {
    await this.#ofAccount.forget(mailsTo(email, 'reset-password'));
  }

  async #mail({ id, email }: { id: string; email: string }, purpose: LinkPurpose): Promise<void> {
    const { store, clock, mailer, portalUrl } = this.#options;
    if (!(await this.#ofAccount.allows(mailsTo(email, purpose)))) return;
    const { lifeMs, mail } = LINKS[purpose];
    const token = randomBytes(32).toString('base64url');
    const now = clock();
    const expiresAt = new Date(now.getTime() + lifeMs);
    const link = { hash: hashOf(token), userId: id, purpose, now, expiresAt };
    // Whose account was deleted meanwhile is mailed no more; from here on the mail is on its way.
    if (!(await insertLink(store, link))) return;
    // Behind the #: no server, proxy or other site that the page links to is told of it.
    await mailer.send({ to: email, ...mail(`${portalUrl}/#${purpose}=${token}`) });
  }
}

const LINK_OVER = 'link_over';
const linkOver = (): Problem =>
  new Problem(410, LINK_OVER, 'This link was used, or it is too old. Please ask for a new one.');

export const isLinkOver = (error: unknown): boolean =>
  error instanceof Problem && error.code === LINK_OVER;

const mailsTo = (email: string, purpose: LinkPurpose): string => `${purpose} ${emailKey(email)}`;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');
