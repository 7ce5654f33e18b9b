import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '#platform/logging.ts';
import { Background } from './background.ts';
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

  it('is forgotten with who it is for, also what is being written just then', async () => {
    const folder = join(directory, 'outbox');
    let mails = 0;
    const mailer = openOutboxFolder({
      directory: folder,
      from: FROM,
      clock: () => new Date('2026-11-21T12:00:00Z'),
      newId: () => `id-${(mails += 1)}`,
      logger: createLogger('silent'),
    });
    await mailer.send(MAIL);
    await Promise.all([
      mailer.send(MAIL),
      mailer.send({ ...MAIL, to: 'grace@example.com' }),
      mailer.forget?.(MAIL.to),
    ]);
    expect(await readdir(folder)).toEqual(['2026-11-21T12-00-00.000Z-id-3.txt']);
  });

  it('lies there for three days: no link in it is good for longer', async () => {
    const folder = join(directory, 'outbox');
    let now = new Date('2026-11-21T12:00:00Z');
    const mailer = openOutboxFolder({
      directory: folder,
      from: FROM,
      clock: () => now,
      newId: () => 'id',
      logger: createLogger('silent'),
    });
    await mailer.send(MAIL);
    await writeFile(join(folder, '2020-notes.md'), 'of somebody else');
    now = new Date('2026-11-24T12:00:00Z');
    await mailer.send(MAIL);
    expect(await readdir(folder)).toHaveLength(3);
    now = new Date('2026-11-24T12:00:00.001Z');
    await mailer.send(MAIL);
    expect((await readdir(folder)).toSorted()).toEqual([
      '2020-notes.md',
      '2026-11-24T12-00-00.000Z-id.txt',
      '2026-11-24T12-00-00.001Z-id.txt',
    ]);
  });

  it('is gone once its receiver is to be forgotten', async () => {
    const folder = join(directory, 'outbox');
    let now = new Date('2026-11-21T12:00:00Z');
    const mailer = openOutboxFolder({
      directory: folder,
      from: FROM,
      clock: () => now,
      newId: () => 'id',
      logger: createLogger('silent'),
    });
    // No mail was written yet.
    await mailer.forget?.(MAIL.to);
    await mailer.send(MAIL);
    now = new Date('2026-11-21T13:00:00Z');
    await mailer.send({ ...MAIL, to: 'mada@example.com', text: `To: ${MAIL.to}\n` });
    await writeFile(join(folder, '2020-notes.md'), `To: ${MAIL.to}\n`);
    await mailer.forget?.(MAIL.to);
    expect((await readdir(folder)).toSorted()).toEqual([
      '2020-notes.md',
      '2026-11-21T13-00-00.000Z-id.txt',
    ]);
  });
});

describe('mail with a server', () => {
  const said: string[] = [];
  /** The command that the server says no to. */
  let refused = '';
  let server: Server;
  let port = 0;
  beforeEach(async () => {
    said.length = 0;
    refused = '';
    // As much of RFC 5321 as one mail needs; no TLS.
    server = createServer((socket) => {
      let data = false;
      socket.write('220 here\r\n');
      socket.on('data', (chunk) => {
        for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
          said.push(line);
          if (data && line !== '.') continue;
          if (refused !== '' && line.startsWith(refused)) {
            socket.write(`550 5.1.1 <${MAIL.to}>: nobody here\r\n`);
            continue;
          }
          if (line === '.') data = false;
          if (line === 'DATA') data = true;
          const isTls = line === 'STARTTLS';
          socket.write(data ? '354 go on\r\n' : isTls ? '502 what?\r\n' : '250 ok\r\n');
        }
      });
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    ({ port } = server.address() as AddressInfo);
  });
  afterEach(() => server.close());

  it('is sent over SMTP', async () => {
    const mailer = openSmtp(`smtp://127.0.0.1:${port}`, FROM);
    await mailer.send(MAIL);
    await mailer.close();
    expect(said).toEqual(
      expect.arrayContaining([
        'MAIL FROM:<no-reply@rv.example.com>',
        'RCPT TO:<ada@example.com>',
        'Subject: Set a new password',
        'Here: https://rv.example.com/#reset-password=token-of-the-link',
      ]),
    );
  });

  it('is not sent without TLS to a server that is not plainly this machine', async () => {
    // This machine too, as Linux has it, which nothing in the text says.
    const mailer = openSmtp(`smtp://0.0.0.0:${port}`, FROM);
    await expect(mailer.send(MAIL)).rejects.toThrow(/STARTTLS|TLS/);
    await mailer.close();
    expect(said.join('')).not.toContain('token-of-the-link');
  });

  it.each(['RCPT TO', 'DATA'])(
    'says why it was not sent, and to nobody for whom it was: refused at %s',
    async (command) => {
      refused = command;
      const mailer = openSmtp(`smtp://127.0.0.1:${port}`, FROM);
      const log: string[] = [];
      const write = (chunk: Buffer, _: unknown, done: () => void) => {
        log.push(chunk.toString());
        done();
      };
      const background = new Background(createLogger('info', new Writable({ write })));
      background.start('a mail', () => mailer.send(MAIL));
      await background.settled();
      await mailer.close();
      expect(log.join('')).toContain('550');
      expect(log.join('')).toContain(command);
      expect(log.join('')).not.toMatch(/ada@example|token-of-the-link/);
    },
  );

  it('says that there is no server', async () => {
    await new Promise((closed) => server.close(closed));
    const mailer = openSmtp(`smtp://127.0.0.1:${port}`, FROM);
    await expect(mailer.send(MAIL)).rejects.toThrow('ECONNREFUSED');
    await mailer.close();
  });
});
