import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dataPaths } from '#deploy/parts.ts';
import { openEmbeddedLog } from '#platform/log/embedded.ts';
import type { EventLog } from '#platform/log/port.ts';
import { ingestRun } from '#schemas/events/ingest-run.ts';
import { decodeEvent } from '#schemas/events/topic.ts';
import { collect } from '../support/collect.ts';
import {
  ask,
  runCommand,
  startServer,
  temporaryDataDir,
  type RunningServer,
} from '../support/server.ts';

let data: Awaited<ReturnType<typeof temporaryDataDir>>;
let server: RunningServer;
let log: EventLog;
beforeEach(async () => {
  data = await temporaryDataDir();
  server = await startServer({ DATA_DIR: data.path, SAMPLE: 'off' });
  log = await openEmbeddedLog({ directory: dataPaths(data.path).log, clock: () => new Date() });
});
afterEach(async () => {
  server.process.kill('SIGKILL');
  await log.close();
  await data.remove();
});

/** A dealer's file of one listing, and its mapping. */
async function lakeside(): Promise<string[]> {
  const mapping = join(data.path, 'lakeside.yaml');
  const file = join(data.path, 'lakeside.csv');
  await writeFile(
    mapping,
    'source: lakeside\nformat: csv\nid: [Stock]\nfields: { title: Unit, price: Asking }\nobservedAt: $option\n',
  );
  await writeFile(file, 'Stock,Unit,Asking\nJ-1,Used 2021 Keystone Montana 3121RL,"$54,995"\n');
  return [file, '--mapping', mapping, '--observed-at', '2026-07-27'];
}
const ingested = () =>
  lakeside().then((args) => runCommand('ingest.ts', args, { DATA_DIR: data.path }));

it('goes on by itself where the server that was to load its events has died', async () => {
  const runs = await collect(log, { topic: ingestRun, group: 'test', from: 'earliest' });

  // Holds the folder, and consumes nothing.
  server.process.kill('SIGSTOP');
  const ingest = ingested();
  await runs.until((messages) =>
    messages.some(({ value }) => decodeEvent(ingestRun, value).state === 'published'),
  );
  server.process.kill('SIGKILL');

  const ended = await ingest;
  expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 0, stderr: '' });
  expect(ended.result()).toMatchObject({ published: 1, stored: 1 });
  await runs.running.stop();
});

it('lets a server that is started meanwhile wait for its end', async () => {
  await server.stop();
  const ingest = ingested();
  await vi.waitFor(() => access(dataPaths(data.path).command), 30_000);
  server = await startServer({ DATA_DIR: data.path, SAMPLE: 'off' });

  expect(await ingest).toMatchObject({ code: 0, stderr: '' });
  expect(server.log.join('\n')).toContain('the start waits for its end');
  const { body } = await ask<{ total: number }>(server.url, '/api/rv-listings/search');
  expect(body).toMatchObject({ total: 1 });
});
