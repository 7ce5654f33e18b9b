import { createTransport } from 'nodemailer';
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
      await transport.sendMail(mail);
    },
    close: async () => transport.close(),
  };
}
