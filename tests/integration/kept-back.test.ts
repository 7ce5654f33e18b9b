import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BUYING_DEMO } from '#schemas/constants.ts';
import type { staffAlerts, staffPipeline } from '#schemas/api/staff-health.ts';
import type { ResponseOf } from '#schemas/api/call.ts';
import {
  ask,
  runCommand,
  startServer,
  temporaryDataDir,
  type RunningServer,
} from '../support/server.ts';

/** A whole server whose market jumps from one file to the next: everything between the file and the staff. */

const MAPPING = `
source: test-lots
format: csv
coverage: full
id: [stock]
fields: { title: name, stockNumber: stock, price: asking, condition: state, type: kind, location: place }
observedAt: $option
`;
/** Sixty units of each of two types, at this many times their price. */
const lots = (times: number): string =>
  [
    'stock,name,asking,state,kind,place',
    ...Array.from({ length: 120 }, (_, n) => {
      const year = 2012 + (n % 13);
      const [line, kind, base] =
        n % 2 === 0
          ? ['Jayco Eagle 317RLOK', 'Fifth Wheel', 70_000]
          : ['Jayco Jay Flight 24RBS', 'Travel Trailer', 36_000];
      const price = Math.round(times * (base * 0.93 ** (2025 - year) + 13 * n));
      return `T${n},Used ${year} ${line},${price},Used,${kind},"Boise, ID"`;
    }),
  ].join('\n');

const news: { kind: string; state: string; incident: string }[] = [];
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    news.push(JSON.parse(Buffer.concat(chunks).toString()) as (typeof news)[number]);
    response.writeHead(204).end();
  });
});
let data: Awaited<ReturnType<typeof temporaryDataDir>>;
let server: RunningServer;
let cookie = '';

const read = async <T>(path: string): Promise<T> => {
  const answer = await fetch(`${server.url}${path}`, { headers: { cookie } });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return (await answer.json()) as T;
};
const ingest = async (times: number, observedAt: string) => {
  await writeFile(join(data.path, 'lots.csv'), lots(times));
  const files = ['--mapping', join(data.path, 'lots.yaml'), join(data.path, 'lots.csv')];
  return runCommand('ingest.ts', [...files, '--observed-at', observedAt], { DATA_DIR: data.path });
};
/** What the dashboard's demo, which uses nothing up, says of a Jay Flight. */
const worth = async () => {
  const path = '/api/algorithms/buying-decision';
  const { body } = await ask<{ currentMarketValue: number }>(server.url, path, BUYING_DEMO);
  return body.currentMarketValue;
};
const keptBackNews = () => news.filter(({ kind }) => kind === 'snapshot_kept_back');

beforeAll(async () => {
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  data = await temporaryDataDir();
  await writeFile(join(data.path, 'lots.yaml'), MAPPING);
  server = await startServer({
    DATA_DIR: data.path,
    SAMPLE: 'off',
    ALERT_WEBHOOK_URL: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
  });
  const joined = await fetch(`${server.url}/api/auth/email/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email: 'boss@example.com',
      password: 'a caravan in the rain',
      firstName: 'Boss',
    }),
  });
  cookie = joined.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  // At an even hour one more computation would be asked for.
  const switched = await fetch(`${server.url}/api/staff/schedule`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ compute: false }),
  });
  if (!switched.ok) throw new Error(`the schedule answered ${switched.status}`);
}, 480_000);
afterAll(async () => {
  await server.stop();
  await data.remove();
  receiver.close();
});

it('a market that jumps overnight is kept back: staff see it, are called once, and the old one is served', async () => {
  expect(await ingest(1, '2026-11-20')).toMatchObject({ code: 0 });
  const before = await worth();
  expect(before).toBeGreaterThan(10_000);

  const second = await ingest(1.5, '2026-11-21');
  expect(second.code).toBe(1);
  expect(second.stderr).toContain("kept back by its checks ('no jump'");
  const pipeline = () => read<ResponseOf<typeof staffPipeline>>('/api/staff/pipeline');
  // What was read for the alerts a moment before is kept for some seconds.
  await expect
    .poll(async () => (await pipeline()).keptBack, { timeout: 60_000 })
    .toEqual([expect.any(String)]);
  const { computeRuns, keptBack } = await pipeline();
  expect(keptBack).toEqual([computeRuns[0]?.runId]);
  expect(computeRuns[0]?.checks.filter(({ passed }) => !passed)).toMatchObject([
    { name: 'no jump', detail: expect.stringContaining('rose or fell by a factor of 1.5') },
  ]);
  expect(await worth()).toBe(before);
  await expect.poll(keptBackNews, { timeout: 60_000 }).toHaveLength(1);

  // The same again is the same incident, with what it says brought up to date.
  const again = await runCommand('compute.ts', [], { DATA_DIR: data.path });
  const { runId } = again.result<{ runId: string }>();
  expect(again.result()).toMatchObject({ state: 'kept_back' });
  const said = async () =>
    (await read<ResponseOf<typeof staffAlerts>>('/api/staff/alerts')).open.map(
      ({ detail }) => detail,
    );
  await expect.poll(said, { timeout: 60_000 }).toEqual([expect.stringContaining(runId)]);
  expect(keptBackNews()).toMatchObject([{ state: 'open' }]);
  expect(await worth()).toBe(before);

  // Where a person says that it is so, it is served.
  const accepted = await runCommand('compute.ts', ['--accept-change', 'it was so'], {
    DATA_DIR: data.path,
  });
  expect(accepted.result()).toMatchObject({ state: 'published' });
  await expect.poll(worth).toBeGreaterThan(1.4 * before);
}, 300_000);
