import { access, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand, startServer, temporaryDataDir } from '../support/server.ts';

let data: Awaited<ReturnType<typeof temporaryDataDir>>;
let occupied: Server;
let occupiedPort = '';

beforeAll(async () => {
  data = await temporaryDataDir();
  occupied = createServer();
  await new Promise<void>((resolve) => occupied.listen(0, resolve));
  const address = occupied.address();
  if (address !== null && typeof address === 'object') occupiedPort = String(address.port);
});
afterAll(async () => {
  await new Promise((resolve) => occupied.close(resolve));
  await data.remove();
});

/** Refused: exit code 2, the reasons one to a line, no stack trace. */
async function refusal(variables: Record<string, string>): Promise<string[]> {
  const { code, stdout, stderr } = await runCommand('start.ts', [], { PORT: '0', ...variables });
  expect(stdout).toBe('');
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(code).toBe(2);
  return stderr.trim().split('\n');
}

describe('npm start refuses, in one clear line and with exit code 2,', () => {
  it('a port in use', async () => {
    expect(await refusal({ PORT: occupiedPort, DATA_DIR: data.path })).toEqual([
      `Port ${occupiedPort} is in use. Stop what listens there, or set PORT to another.`,
    ]);
  });

  it('a DATA_DIR that cannot be written', async () => {
    const file = join(data.path, 'a-file');
    await writeFile(file, '');
    const [line, ...more] = await refusal({ DATA_DIR: join(file, 'data') });
    expect(line).toContain(`${join(file, 'data')} cannot be used`);
    expect(more).toEqual([]);
  });

  it('wrong variables, each in a line of its own', async () => {
    expect(await refusal({ PORT: 'abc', SAMPLE: 'maybe', DATA_DIR: data.path })).toEqual([
      "PORT: expected a port number from 0 to 65535, got 'abc'",
      "SAMPLE: expected auto or off, got 'maybe'",
    ]);
  });

  it('a folder of site files that is not there, before anything is opened', async () => {
    const folder = join(data.path, 'nowhere');
    const DATA_DIR = join(data.path, 'not-made');
    const SCRAPER_CONTACT = 'https://rv.example/bot';
    expect(await refusal({ DATA_DIR, SITES_DIR: folder, SCRAPER_CONTACT })).toEqual([
      expect.stringContaining(`SITES_DIR: the folder ${folder} cannot be read`),
    ]);
    await expect(access(DATA_DIR)).rejects.toThrow('ENOENT');
  });

  it.each([
    [
      { DATABASE_URL: 'postgres://u:hidden@127.0.0.1:1/x', SESSION_SECRET: 'x'.repeat(32) },
      'Postgres at 127.0.0.1:1 cannot be used: connect ECONNREFUSED 127.0.0.1:1. Check DATABASE_URL.',
    ],
    [
      { CLICKHOUSE_URL: 'http://u:hidden@127.0.0.1:1' },
      'ClickHouse at 127.0.0.1:1 cannot be used: The warehouse is away (open): ECONNREFUSED. Check CLICKHOUSE_URL.',
    ],
  ])('a server that does not answer', async (variables, line) => {
    expect(await refusal({ DATA_DIR: data.path, ...variables })).toEqual([line]);
  });

  it('a DATA_DIR that another process has open', async () => {
    const server = await startServer({ DATA_DIR: data.path, SAMPLE: 'off' });
    try {
      const [line, ...more] = await refusal({ DATA_DIR: data.path });
      expect(line).toContain('is in use by another RigWorth process');
      expect(more).toEqual([]);
    } finally {
      expect(await server.stop()).toBe(0);
    }
  });
});
