import { createTransport, type NodemailerError } from 'nodemailer';
import type { Mailer } from './mailer.ts';

const LOOPBACK = /^(localhost|127\.[\d.]+|\[::1\])$/;
/** A server that does not answer must not hold the process up at its end. */
const TIMEOUT_MS = 10_000;

/**
 * Sends over SMTP: `smtp://user:password@host:587` or `smtps://…:465`. Who reads a mail's link is let
 * in, so to another machine it goes over TLS or not at all; a relay without TLS needs
 * `?requireTLS=false` in the URL.
 */
export function openSmtp(url: string, from: string): Mailer {
  const transport = createTransport(
    {
      url,
      requireTLS: !LOOPBACK.test(new URL(url).hostname),
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
    },
    { from },
  );
  return {
    async send(mail) {
      try {
        await transport.sendMail(mail);
      } catch (error) {
        throw new MailNotSent(error as NodemailerError);
      }
    },
    close: async () => transport.close(),
  };
}

/**
 * A mail that did not go out. It says what happened and at which command of SMTP, never in the server's words:
 * servers name whom the mail was for, and an error is logged whole.
 */
export class MailNotSent extends Error {
  readonly code = 'mail_not_sent';

  constructor({ code, originalCode, timeoutType, command, responseCode }: NodemailerError) {
    const facts = [code, originalCode, timeoutType, command, responseCode].filter(Boolean);
    super(`The mail server refused a mail or did not answer: ${facts.join(', ')}`);
  }
}
