import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

interface Ended {
  code: number | string | null | undefined;
  said: string;
}

function redrive(...args: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(import.meta.dirname, 'redrive.ts'), ...args],
      { env: { PATH: process.env['PATH'], DATA_DIR: '/dev/null/refused' } },
      (error, _stdout, stderr) => resolve({ code: error?.code, said: stderr }),
    );
  });
}

it.each(['2026-02-30', '2026-13-01', '2026-11-21T25:00:00Z', '21 Nov 2026'])(
  'refuses %s, which is no instant, before it opens anything',
  async (text) => {
    const { code, said } = await redrive('--since', text);
    expect(said).toContain(`'${text}' is invalid. Give YYYY-MM-DD or an instant`);
    expect(code).toBe(2);
  },
);

it('takes a day and an instant', async () => {
  const { said } = await redrive('--since', '2026-11-21', '--until', '2026-11-21T06:00:00Z');
  expect(said).toContain('/dev/null/refused cannot be used');
});
