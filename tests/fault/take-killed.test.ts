import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { rawRegistration } from '#schemas/events/raw-registration.ts';
import { decodeEvent } from '#schemas/events/topic.ts';
import { systemClock } from '#platform/clock.ts';
import { openEmbeddedLog } from '#platform/log/embedded.ts';

const ROWS = 12_000;
let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'rigworth-take-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

/** Runs the process to its end, or kills it when it has told of so many batches. */
async function run(file: string, mapping: string, killAfter: number): Promise<boolean> {
  const script = join(import.meta.dirname, 'take-process.ts');
  const child = spawn(process.execPath, [script, directory, file, mapping], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let lines = 0;
  let isDone = false;
  const reading = (async () => {
    for await (const line of createInterface({ input: child.stdout })) {
      isDone ||= line === 'done';
      lines += 1;
      if (lines === killAfter) child.kill('SIGKILL');
    }
  })();
  await new Promise((resolve) => child.once('close', resolve));
  await reading;
  return isDone;
}

it('a registration file whose taking is killed again and again is in the log once', async () => {
  const file = join(directory, 'rows.csv');
  const row = (n: number) => `OR,2026-10,"MAKE ${n % 7}${n % 11 === 0 ? '\nand more' : ''}",${n}\n`;
  writeFileSync(
    file,
    `ST,Month,Make,N\n${Array.from({ length: ROWS }, (_, n) => row(n)).join('')}`,
  );
  const mapping = join(directory, 'states.yaml');
  writeFileSync(
    mapping,
    'source: states\nkind: registrations\nformat: csv\nfields: { state: ST, month: Month, make: Make, count: N }\nobservedAt: $option\n',
  );
  for (const killAfter of [1, 7, 2, 13, 20])
    expect(await run(file, mapping, killAfter)).toBe(false);
  expect(await run(file, mapping, -1)).toBe(true);
  expect(await run(file, mapping, -1)).toBe(true);

  const log = await openEmbeddedLog({ directory: join(directory, 'log'), clock: systemClock });
  const counts: string[] = [];
  const ends: unknown[] = [];
  const runs = new Set<string>();
  for await (const { messages } of log.readAll(rawRegistration))
    for (const { value } of messages) {
      const event = decodeEvent(rawRegistration, value);
      runs.add(event.runId);
      if (event.end) ends.push(event.end);
      else counts.push(event.fields.count ?? '');
    }
  await log.close();
  expect(counts).toEqual(Array.from({ length: ROWS }, (_, n) => String(n)));
  expect(ends).toMatchObject([{ complete: true, rows: ROWS }]);
  expect(runs.size).toBe(1);
});
