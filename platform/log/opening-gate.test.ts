import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { whileNoneOpens, whileNoneWrites } from './opening-gate.ts';

/** Opens a folder again and again while another store of the process writes to it: a lock on the event loop would end neither. */
const OPENS_BESIDE_WRITES = `
const { EmbeddedStore } = await import(${JSON.stringify(new URL('embedded-store.ts', import.meta.url).href)});
const { ingestRun } = await import(${JSON.stringify(new URL('../../schemas/events/ingest-run.ts', import.meta.url).href)});
const open = () => EmbeddedStore.open(process.argv[1], Math.random);
for (let round = 0; round < 50; round += 1)
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      const store = await open();
      await store.ensureTopics([ingestRun]);
      await store.close();
    }),
  );
console.log('ended');
`;

it('a folder is opened beside writes of the same process, and both end', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rigworth-gate-'));
  try {
    const run = promisify(execFile);
    const script = ['--input-type=module', '--eval', OPENS_BESIDE_WRITES, folder];
    const { stdout } = await run(process.execPath, script, {
      timeout: 45_000,
      killSignal: 'SIGKILL',
    });
    expect(stdout).toBe('ended\n');
  } finally {
    await rm(folder, { recursive: true });
  }
}, 60_000);

it('lets writes in beside each other, and an opening only between', async () => {
  const told: string[] = [];
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const write = (name: string, until: Promise<void>) =>
    whileNoneOpens('folder', async () => {
      told.push(`${name} begins`);
      await until;
      told.push(`${name} ends`);
    });
  const all = [
    write('first', first.promise),
    write('second', second.promise),
    whileNoneWrites('folder', () => told.push('opened')),
    write('third', Promise.resolve()),
  ];
  second.resolve();
  await all[1];
  expect(told).toEqual(['first begins', 'second begins', 'second ends']);
  first.resolve();
  await Promise.all(all);
  expect(told.slice(3)).toEqual(['first ends', 'opened', 'third begins', 'third ends']);
});

it('goes on after a write and an opening that fail', async () => {
  const failing = whileNoneOpens('folder', () => Promise.reject(new Error('full')));
  const refused = whileNoneWrites('folder', () => {
    throw new Error('locked');
  });
  const after = whileNoneOpens('folder', () => Promise.resolve('written'));
  await expect(failing).rejects.toThrow('full');
  await expect(refused).rejects.toThrow('locked');
  expect(await after).toBe('written');
});
