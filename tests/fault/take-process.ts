import { join } from 'node:path';
import { systemClock } from '#platform/clock.ts';
import { openEmbeddedLog } from '#platform/log/embedded.ts';
import { loadRegistrationMapping } from '#ingest/registrations/mapping.ts';
import { prepareTake } from '#ingest/registrations/take-file.ts';

/** Takes a registration file into a log, with a line for every batch; killed by its test. */
const [directory = '', file = '', mapping = ''] = process.argv.slice(2);
const log = await openEmbeddedLog({ directory: join(directory, 'log'), clock: systemClock });
const take = await prepareTake({
  log,
  clock: systemClock,
  mapping: await loadRegistrationMapping(mapping),
  file,
  observedAt: '2026-11-01',
  newRunId: () => `run-${process.pid}`,
  folder: join(directory, 'taken'),
  batchSize: 200,
  // Its test kills it before and after notes, and while one is written.
  noteEvery: 500,
  onProgress: ({ published }) => process.stdout.write(`${published}\n`),
});
if (!take.isTaken) await take.publish();
await log.close();
process.stdout.write('done\n');
