import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '#deploy/roles/parts-of-role.ts';
import { LOADER_GROUP } from '#pipelines/load/load-listings.ts';
import { openKafkaLog } from '#platform/log/kafka.ts';
import type { EventLog, GroupPosition } from '#platform/log/port.ts';
import { ingestRun, type IngestRun } from '#schemas/events/ingest-run.ts';
import { rawListing } from '#schemas/events/raw-listing.ts';
import { decodeEvent } from '#schemas/events/topic.ts';
import { TOPICS } from '#schemas/events/topics.ts';
import { openWarehouse, type Warehouse } from '#warehouse/client.ts';
import { startClickHouseStandIn } from '../support/clickhouse-http.ts';
import { requireOrSkip } from '../support/engines.ts';
import { startKafkaBroker } from '../support/kafka-broker.ts';
import { startPostgres } from '../support/postgres.ts';
import { startRole, type RunningRole } from '../support/roles.ts';
import { ask, runCommand, temporaryDataDir } from '../support/server.ts';
import { until as untilSo } from '../support/until.ts';

/**
 * The journey, a file in and a value out, with every role as a process of its own. It goes over the
 * whole sample market: 100,000 events are seconds of work for two loaders, long enough to kill one in
 * the middle, and half a minute for everything.
 */
const kafka = await startKafkaBroker();
requireOrSkip('kafka', 'unavailable' in kafka ? kafka.unavailable : undefined);
const postgres = await startPostgres();
requireOrSkip('postgres', 'unavailable' in postgres ? postgres.unavailable : undefined);

const PASSWORD = 'never-to-be-logged-4711';
/** Generous: what is waited for takes seconds, on a busy machine minutes. */
const LONG = 1_200_000;

interface Analysis {
  currentMarketValue: number;
  range: { low: number; high: number };
  dataPoints: number;
  depreciationSchedule: unknown[];
  sample?: boolean;
}
interface IngestResult {
  read: number;
  published: number;
  stored: number;
  duplicates: number;
  dropped: Record<string, number>;
  deadLettered: Record<string, number>;
}

const MAPPING = `
source: test-dealer
format: csv
coverage: partial
id: [stock]
fields: { title: name, stockNumber: stock, price: asking, condition: state, type: kind, location: place }
observedAt: $option
`;
const FILE = [
  'stock,name,asking,state,kind,place',
  ...Array.from(
    { length: 60 },
    (_, i) =>
      `T${i},Used ${2015 + (i % 9)} Jayco Eagle 317RLOK,"$${(38_000 + (i % 9) * 2_500 + i * 7).toLocaleString('en-US')}",Used,Fifth Wheel,"Boise, ID"`,
  ),
  'B1,2020 Bayliner 185 Bowrider,"$19,995",Used,Boat,"Boise, ID"',
].join('\n');

const until = (what: string, isSo: () => Promise<boolean>) => untilSo(what, isSo, LONG);
const withPassword = (given: string): string => {
  const url = new URL(given);
  url.username ||= 'rigworth';
  url.password = PASSWORD;
  return url.href;
};
const committedOf = (positions: readonly GroupPosition[]): number =>
  positions.reduce((sum, { committed }) => sum + committed, 0);
const total = (counts: Record<string, number>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

const missing = 'unavailable' in kafka || 'unavailable' in postgres;
describe.skipIf(missing)(
  'the roles as processes of their own, on Kafka and servers',
  { timeout: LONG },
  () => {
    if ('unavailable' in kafka || 'unavailable' in postgres) return;
    let data: Awaited<ReturnType<typeof temporaryDataDir>>;
    let clickHouse: Awaited<ReturnType<typeof startClickHouseStandIn>>;
    let variables: Record<string, string>;
    let log: EventLog;
    let warehouse: Warehouse;
    const roles: RunningRole[] = [];
    let committedAtKill = 0;

    let stopping: Promise<void> | undefined;
    const stopPostgres = (): Promise<void> => (stopping ??= postgres.stop());
    const start = (role: Role): RunningRole => {
      const running = startRole(role, variables);
      roles.push(running);
      return running;
    };
    const running = (role?: Role): RunningRole[] =>
      roles.filter(
        (one) =>
          (role === undefined || one.role === role) &&
          one.process.exitCode === null &&
          one.process.signalCode === null,
      );
    const urls = (): Promise<string[]> =>
      Promise.all(
        running('api').map(async (api) => {
          const [, port] = await api.says(/"url":"http:\/\/localhost:(\d+)"/);
          return `http://127.0.0.1:${port}`;
        }),
      );
    const marketOf = (url: string): Promise<{ total: number; kind: string | null }> =>
      ask<{ total: number }>(url, '/api/rv-listings/search?limit=1').then(({ body, headers }) => ({
        total: body.total,
        kind: headers.get('x-market-data'),
      }));
    const loaderPositions = (): Promise<GroupPosition[]> => log.positions(rawListing, LOADER_GROUP);
    const ingest = async (name = 'dealer.csv'): Promise<IngestResult> => {
      const folder = join(data.path, 'files');
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, name), FILE);
      await writeFile(join(folder, 'dealer.yaml'), MAPPING);
      const command = await runCommand(
        'ingest.ts',
        [join(folder, name), '--mapping', join(folder, 'dealer.yaml')].concat([
          '--observed-at',
          '2026-11-01',
        ]),
        variables,
      );
      expect(command.stderr).toBe('');
      expect(command.code).toBe(0);
      return command.result<IngestResult>();
    };

    const sampleLoaded = async (): Promise<IngestRun> => {
      const loaded: IngestRun[] = [];
      await until('the sample market is loaded', async () => {
        for await (const { messages } of log.readAll(ingestRun))
          for (const { value } of messages) {
            const run = decodeEvent(ingestRun, value);
            if (run.state === 'loaded') loaded.push(run);
          }
        return loaded.length > 0;
      });
      const [run] = loaded;
      if (run === undefined || !run.sample)
        throw new Error(`Another run was loaded: ${run?.runId}`);
      return run;
    };

    beforeAll(async () => {
      data = await temporaryDataDir();
      clickHouse = await startClickHouseStandIn();
      variables = {
        DATA_DIR: data.path,
        KAFKA_BROKERS: kafka.brokers.join(','),
        CLICKHOUSE_URL: withPassword(clickHouse.url),
        DATABASE_URL: withPassword(postgres.url),
        SESSION_SECRET: 'a secret of the tests, of 32 bytes or more',
        SAMPLE: 'auto',
      };
      // All at once, on a cluster that knows no topic and a warehouse without a table.
      const names: Role[] = ['api', 'api', 'pipelines', 'pipelines', 'scheduler'];
      await Promise.all(names.map((role) => start(role).says(/"msg":"role is up"/)));
      log = await openKafkaLog({ brokers: kafka.brokers, clientId: 'test' });
      await log.ensureTopics(TOPICS);
      warehouse = await openWarehouse({ url: clickHouse.url });
    }, LONG);

    afterAll(async () => {
      for (const { process, ended } of running()) {
        process.kill('SIGKILL');
        await ended;
      }
      await warehouse?.close();
      await log?.close();
      await clickHouse?.stop();
      await kafka.stop();
      await stopPostgres();
      await data?.remove();
    }, LONG);

    it('share the partitions between two loaders, of which one is killed in the middle', async () => {
      const [one, two] = running('pipelines');
      const owned = (role: RunningRole | undefined): number[] => {
        const lines = role?.log.filter((line) =>
          line.includes(`"${LOADER_GROUP}.${rawListing.name}"`),
        );
        return (JSON.parse(lines?.at(-1) ?? '{}') as { partitions?: number[] }).partitions ?? [];
      };
      await until('both loaders have partitions', async () => {
        return owned(one).length > 0 && owned(two).length > 0;
      });
      expect([...owned(one), ...owned(two)].toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: rawListing.partitions }, (_, partition) => partition),
      );
      // Only now: the sample market that it publishes is the load to be killed under.
      start('ingest');
      const ofTwo = owned(two);
      await until('the second loader has committed some of its own', async () =>
        (await loaderPositions()).some((at) => ofTwo.includes(at.partition) && at.committed > 0),
      );
      two?.process.kill('SIGKILL');
      expect((await two?.ended)?.signal).toBe('SIGKILL');
      committedAtKill = committedOf(await loaderPositions());
    });

    it('are refused with exit code 2 where a part they share is embedded, each variable named', async () => {
      // Meanwhile Kafka waits until the killed member's session is over.
      const needed: Record<Role, string[]> = {
        api: ['KAFKA_BROKERS', 'CLICKHOUSE_URL', 'DATABASE_URL'],
        ingest: ['KAFKA_BROKERS'],
        pipelines: ['KAFKA_BROKERS', 'CLICKHOUSE_URL'],
        scheduler: ['KAFKA_BROKERS'],
      };
      const refusals = Object.entries(needed).map(async ([role, names]) => {
        const refused = await runCommand('role.ts', [role], { DATA_DIR: data.path });
        expect(refused).toMatchObject({ code: 2, stdout: '' });
        const lines = refused.stderr.trim().split('\n');
        expect(lines.map((line) => line.split(':')[0])).toEqual(names);
      });
      await Promise.all(refusals);
    });

    it('lose nothing of what the killed one had in hand', async () => {
      const { published = 0, ...run } = await sampleLoaded();
      const { stored = 0, duplicates = 0, dropped = {}, deadLettered = {} } = run;
      expect(published).toBeGreaterThan(50_000);
      expect(published).toBeGreaterThan(committedAtKill);
      expect(stored + duplicates + total(dropped) + total(deadLettered)).toBe(published);
      // Each place in the log has one outcome, and each event that was stored is one fact.
      const places = await warehouse.batch.rows<{
        partition: number;
        outcomes: number;
        end: number;
      }>(
        `SELECT log_partition AS partition, count() AS outcomes, max(log_offset) + 1 AS end
       FROM event_outcomes FINAL GROUP BY partition ORDER BY partition`,
      );
      expect(places).toEqual(
        (await loaderPositions()).map(({ partition, end }) => ({ partition, outcomes: end, end })),
      );
      const [facts] = await warehouse.batch.rows<{ rows: number; events: number }>(
        'SELECT count() AS rows, uniqExact(event_id) AS events FROM sightings FINAL',
      );
      expect(facts).toEqual({ rows: stored, events: stored });
    });

    it('show the sample market at both api processes, and the makes and a value with it', async () => {
      const both = await urls();
      expect(both).toHaveLength(2);
      for (const url of both) {
        // What is computed while it is being loaded has some of it.
        await until(
          'the whole sample market is served',
          async () => (await marketOf(url)).total > 50_000,
        );
        expect((await marketOf(url)).kind).toBe('sample');
        const request = { make: 'Keystone RV', model: 'Montana', year: 2021, condition: 'used' };
        const { status, body } = await ask<Analysis>(
          url,
          '/api/algorithms/comprehensive-analysis',
          request,
        );
        expect(status).toBe(200);
        expect(body.sample).toBe(true);
        expect(body.depreciationSchedule).toHaveLength(10);
      }
    });

    it('take a real file in, whose every event ends one way, and swap both api processes to its market', async () => {
      expect(await ingest()).toMatchObject({
        read: 61,
        published: 61,
        stored: 60,
        duplicates: 0,
        dropped: { not_an_rv: 1 },
        deadLettered: {},
      });
      const request = { make: 'jayco', model: 'eagle 317rlok', year: 2020 };
      const answers: Analysis[] = [];
      for (const url of await urls()) {
        await until('the real market is served', async () => (await marketOf(url)).kind === 'real');
        expect((await marketOf(url)).total).toBe(60);
        const { status, body } = await ask<Analysis>(
          url,
          '/api/algorithms/comprehensive-analysis',
          request,
        );
        expect(status).toBe(200);
        answers.push(body);
      }
      const [answer, other] = answers;
      expect(answer?.sample).toBeUndefined();
      expect(answer?.dataPoints).toBe(60);
      expect(answer?.range.low).toBeLessThan(answer?.currentMarketValue ?? 0);
      expect(other).toEqual(answer);
    });

    it('value a file in bulk from the snapshot in the warehouse', async () => {
      const [input, out] = [join(data.path, 'in.csv'), join(data.path, 'out.csv')];
      await writeFile(input, 'make,model,year,condition\nJayco,Eagle 317RLOK,2020,used\n');
      const command = await runCommand('value.ts', [input, '--out', out], variables);
      expect(command.stderr).toBe('');
      expect(command.result()).toMatchObject({ rows: 1, valued: 1, market: 'real' });
      const [, row = ''] = (await readFile(out, 'utf8')).trim().split('\n');
      const [url = ''] = await urls();
      const { body } = await ask<Analysis>(url, '/api/algorithms/comprehensive-analysis', {
        make: 'Jayco',
        model: 'Eagle 317RLOK',
        year: 2020,
        condition: 'used',
      });
      expect(Math.abs(Number(row.split(',')[4]) - body.currentMarketValue)).toBeLessThanOrEqual(1);
    });

    it.skipIf(!kafka.control)(
      'survive a restart of the broker, and go on where they were',
      async () => {
        const served = (api: RunningRole): number =>
          api.log.filter((line) => line.includes('serving a new snapshot')).length;
        const before = running('api').map(served);
        await kafka.control?.halt();
        const [url = ''] = await urls();
        // Serving needs no broker.
        expect((await ask(url, '/api/rv-makes')).status).toBe(200);
        await kafka.control?.resume();
        expect(await ingest('copy.csv')).toMatchObject({
          published: 61,
          stored: 0,
          duplicates: 60,
          dropped: { not_an_rv: 1 },
        });
        // A follower that Kafka does not know again is let in when its former session is over.
        await until('both api processes serve the new snapshot', async () => {
          return running('api').every((api, at) => served(api) > (before[at] ?? 0));
        });
        expect(running().map(({ role }) => role)).toEqual([
          'api',
          'api',
          'pipelines',
          'scheduler',
          'ingest',
        ]);
      },
    );

    it.skipIf(process.env['DATABASE_URL'] !== undefined)(
      'say that Postgres is away, and go on serving',
      async () => {
        await stopPostgres();
        for (const url of await urls()) {
          await until('health says so', async () => {
            const { status, body } = await ask<{ parts: { users: string } }>(url, '/api/health');
            expect(status).toBe(200);
            return body.parts.users === 'down';
          });
          expect((await marketOf(url)).total).toBe(60);
        }
      },
    );

    it('stop with 0 on SIGTERM', async () => {
      const stopped = await Promise.all(
        running().map(async ({ role, process, ended }) => {
          process.kill('SIGTERM');
          return { role, ...(await ended) };
        }),
      );
      expect(stopped).toEqual(stopped.map(({ role }) => ({ role, code: 0, signal: null })));
      expect(stopped).toHaveLength(5);
    });

    it('have written nothing but their log, and no password', () => {
      for (const { log: lines, stderr } of roles) {
        expect(stderr).toEqual([]);
        expect(lines.filter((line) => line.includes(PASSWORD))).toEqual([]);
        expect(lines.every((line) => line.startsWith('{'))).toBe(true);
      }
    });
  },
);
