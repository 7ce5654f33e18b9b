import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '#platform/logging.ts';
import { openOutboxFolder } from './outbox-folder.ts';
import { openSmtp } from './smtp.ts';

const FROM = 'RigWorth <no-reply@rv.example.com>';
const MAIL = {
  to: 'ada@example.com',
  subject: 'Set a new password',
  text: 'Here: https://rv.example.com/#reset-password=token-of-the-link\n',
};

describe('mail without a server', () => {
  let directory = '';
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'rigworth-outbox-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  it('lies in a folder, labelled, for its owner only; the log names the file, never the link', async () => {
    const log: string[] = [];
    const write = (chunk: Buffer, _: unknown, done: () => void) => {
      log.push(chunk.toString());
      done();
    };
    const mailer = openOutboxFolder({
      directory: join(directory, 'outbox'),
      from: FROM,
      clock: () => new Date('2026-11-21T12:00:00Z'),
      newId: () => 'id',
      logger: createLogger('info', new Writable({ write })),
    });
    await mailer.send(MAIL);
    expect(await readdir(join(directory, 'outbox'))).toEqual(['2026-11-21T12-00-00.000Z-id.txt']);
    const file = join(directory, 'outbox', '2026-11-21T12-00-00.000Z-id.txt');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, 'utf8')).toBe(
      `This mail was not sent: SMTP_URL is not set.\nDate: 2026-11-21T12:00:00.000Z\nFrom: ${FROM}\nTo: ada@example.com\nSubject: Set a new password\n\n${MAIL.text}`,
    );
    expect(log.join('')).toContain(file);
    expect(log.join('')).not.toMatch(/token-of-the-link|ada@example.com/);
  });
});

describe('mail with a server', () => {
  it('is sent over SMTP', async () => {
    const said: string[] = [];
    // As much of RFC 5321 as one mail needs.
    const server = createServer((socket) => {
      let data = false;
      socket.write('220 here\r\n');
      socket.on('data', (chunk) => {
        for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
          said.push(line);
          if (data && line !== '.') continue;
          if (line === '.') data = false;
          if (line === 'DATA') data = true;
          socket.write(data ? '354 go on\r\n' : '250 ok\r\n');
        }
      });
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    const mailer = openSmtp(`smtp://127.0.0.1:${port}`, FROM);
    await mailer.send(MAIL);
    await mailer.close();
    server.close();
    expect(said).toEqual(
      expect.arrayContaining([
        'MAIL FROM:<no-reply@rv.example.com>',
        'RCPT TO:<ada@example.com>',
        'Subject: Set a new password',
        'Here: https://rv.example.com/#reset-password=token-of-the-link',
      ]),
    );
  });
});
