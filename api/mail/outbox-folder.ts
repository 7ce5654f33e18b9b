import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import type { Clock } from '#platform/clock.ts';
import type { Logger } from '#platform/logging.ts';
import type { NewId } from '../http/guards.ts';
import type { Mail, Mailer } from './mailer.ts';

interface OutboxOptions {
  directory: string;
  from: string;
  clock: Clock;
  newId: NewId;
  logger: Logger;
}

/** No link in a mail is good for longer (auth/mailed-links.ts). */
const KEPT_MS = 3 * 24 * 3_600_000;
/** How a mail's file is called: when it was written, then an id. */
const stampOf = (time: Date): string => time.toISOString().replaceAll(':', '-');
const MAIL_FILE = /^\d{4}-\d{2}-\d{2}T[\d.-]+Z-.+\.txt$/;

/**
 * Puts mails into a folder instead of sending them, for its owner to read. The log names the file and
 * nothing of what is in it: whoever has a link is let in. Each mail removes those that are three days old.
 */
export function openOutboxFolder(options: OutboxOptions): Mailer {
  const { directory, from, clock, newId, logger } = options;
  async function send({ to, subject, text }: Mail): Promise<void> {
    const now = clock();
    const file = join(directory, `${stampOf(now)}-${newId()}.txt`);
    const head = [
      'This mail was not sent: SMTP_URL is not set.',
      `Date: ${now.toISOString()}`,
      `From: ${from}`,
      `To: ${to}`,
      `Subject: ${subject}`,
    ];
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const oldest = stampOf(new Date(now.getTime() - KEPT_MS));
    for (const name of await readdir(directory))
      if (MAIL_FILE.test(name) && name < oldest) await rm(join(directory, name), { force: true });
    await writeFile(file, `${head.join('\n')}\n\n${text}`, { mode: 0o600 });
    logger.info({ file }, 'a mail was put into the outbox folder');
  }

  async function forget(to: string): Promise<void> {
    if (!existsSync(directory)) return;
    for (const name of await readdir(directory)) {
      const file = join(directory, name);
      if (MAIL_FILE.test(name) && (await receiverOf(file)) === to) await rm(file, { force: true });
    }
  }

  // One after the other: what is being written for somebody must not outlive that they are forgotten.
  const oneAtATime = pLimit(1);
  return {
    send: (mail) => oneAtATime(send, mail),
    forget: (to) => oneAtATime(forget, to),
    close: async () => undefined,
  };
}

async function receiverOf(file: string): Promise<string | undefined> {
  const [head] = (await readFile(file, 'utf8')).split('\n\n');
  return /^To: (.*)$/m.exec(head ?? '')?.[1];
}
