import { createTransport } from 'nodemailer';
import type { Mailer } from './mailer.ts';

/** Sends over SMTP: `smtp://user:password@host:587` or `smtps://…:465`. */
export function openSmtp(url: string, from: string): Mailer {
  const transport = createTransport(url, { from });
  return {
    async send(mail) {
      await transport.sendMail(mail);
    },
    close: async () => transport.close(),
  };
}
