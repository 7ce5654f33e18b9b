import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '#platform/clock.ts';
import type { Logger } from '#platform/logging.ts';
import type { NewId } from '../http/guards.ts';
import type { Mailer } from './mailer.ts';

interface OutboxOptions {
  directory: string;
  from: string;
  clock: Clock;
  newId: NewId;
  logger: Logger;
}

/**
 * Puts mails into a folder instead of sending them, for its owner to read. The log names the file and
 * nothing of what is in it: whoever has a link is let in.
 */
export function openOutboxFolder(options: OutboxOptions): Mailer {
  const { directory, from, clock, newId, logger } = options;
  return {
    async send({ to, subject, text }) {
      const now = clock();
      const file = join(directory, `${now.toISOString().replaceAll(':', '-')}-${newId()}.txt`);
      const head = [
        'This mail was not sent: SMTP_URL is not set.',
        `Date: ${now.toISOString()}`,
        `From: ${from}`,
        `To: ${to}`,
        `Subject: ${subject}`,
      ];
      await mkdir(directory, { recursive: true, mode: 0o700 });
      await writeFile(file, `${head.join('\n')}\n\n${text}`, { mode: 0o600 });
      logger.info({ file }, 'a mail was put into the outbox folder');
    },
    close: async () => undefined,
  };
}
