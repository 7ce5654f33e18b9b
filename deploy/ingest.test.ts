import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** A process that draws as on a terminal, onto a pipe. */
const ON_A_TERMINAL = '--import=data:text/javascript,process.stderr.isTTY=true';
const HIDES_CURSOR = '\u001B[?25l';
const SHOWS_CURSOR = '\u001B[?25h';

it('ends on a terminal too where its files are refused, and gives the cursor back', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rigworth-ingest-'));
  const absent = join(folder, 'absent.csv');
  const args = [ON_A_TERMINAL, join(import.meta.dirname, 'ingest.ts'), absent];
  const { error, said } = await new Promise<{ error: unknown; said: string }>((resolve) => {
    execFile(
      process.execPath,
      [...args, '--source', 'simulator', '--no-wait'],
      {
        env: { PATH: process.env['PATH'], DATA_DIR: join(folder, 'data') },
        timeout: 30_000,
        killSignal: 'SIGKILL',
      },
      (ended, _stdout, stderr) => resolve({ error: ended, said: stderr }),
    );
  });
  await rm(folder, { recursive: true });
  expect(said).toContain(HIDES_CURSOR);
  expect(said.lastIndexOf(SHOWS_CURSOR)).toBeGreaterThan(said.lastIndexOf(HIDES_CURSOR));
  expect(said).toContain(`${absent}: there is no such file`);
  expect(error).toMatchObject({ code: 2, killed: false });
});
