import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LOADER_GROUP } from '#pipelines/load/load-listings.ts';
import { openKafkaLog } from '#platform/log/kafka.ts';
import type { EventLog } from '#platform/log/port.ts';
import { rawListing } from '#schemas/events/raw-listing.ts';
import { TOPICS } from '#schemas/events/topics.ts';
import { openWarehouse, type Warehouse } from '#warehouse/client.ts';
import { startClickHouseStandIn, type StandIn } from '../support/clickhouse-http.ts';
import { eventually } from '../support/collect.ts';
import { requireOrSkip } from '../support/engines.ts';
import { startKafkaBroker, type KafkaBroker } from '../support/kafka-broker.ts';
import { expectExact, linesOf, messages } from './events.ts';
import type { Line, OnServers } from './loader-process.ts';

// Of its own: the topics have their real names, and the group stands at their beginning.
const kafka = await startKafkaBroker({ 'num.network.threads': '2' });
requireOrSkip('kafka', 'unavailable' in kafka ? kafka.unavailable : undefined);

const PARTITIONS = Array.from({ length: rawListing.partitions }, (_, partition) => partition);
const SESSION_MS = 4_000;

interface Loader {
  child: ChildProcess;
  lines: (Line | 'ready' | 'drained')[];
  ended: Promise<unknown>;
}

const missing = 'unavailable' in kafka;
describe.skipIf(missing)('a loader that is stopped and goes on (SIGSTOP, SIGCONT)', () => {
  if ('unavailable' in kafka) return;
  const broker: KafkaBroker = kafka;
  let clickHouse: StandIn;
  let log: EventLog;
  let warehouse: Warehouse;
  const loaders: Loader[] = [];

  beforeEach(async () => {
    clickHouse = await startClickHouseStandIn();
    log = await openKafkaLog({ brokers: broker.brokers, clientId: 'test' });
    await log.ensureTopics(TOPICS);
    warehouse = await openWarehouse({ url: clickHouse.url });
  });
  afterEach(async () => {
    for (const { child, ended } of loaders) {
      child.kill('SIGKILL');
      await ended;
    }
    await warehouse?.close();
    await log?.close();
    await clickHouse?.stop();
    await broker.stop();
  });

  function startLoader(hold: OnServers['hold']): Loader {
    const servers: OnServers = {
      brokers: broker.brokers,
      sessionTimeoutMs: SESSION_MS,
      clickHouse: clickHouse.url,
      hold,
    };
    const script = join(import.meta.dirname, 'loader-process.ts');
    const child = spawn(process.execPath, [script, '', JSON.stringify(servers)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const loader: Loader = { child, lines: [], ended: once(child, 'close') };
    void (async () => {
      for await (const line of linesOf(child.stdout)) loader.lines.push(line);
    })();
    loaders.push(loader);
    return loader;
  }
  const batchesOf = ({ lines }: Loader, state: Line['state']): Line[] =>
    lines.filter((line) => typeof line !== 'string' && line.state === state) as Line[];
  const holding = async (loader: Loader, partitions: readonly number[]): Promise<void> => {
    await eventually(
      () => Promise.resolve(batchesOf(loader, 'held').map(({ partition }) => partition)),
      (held) => partitions.every((partition) => held.includes(partition)),
    );
  };
  const committed = async (): Promise<number[]> =>
    (await log.positions(rawListing, LOADER_GROUP)).map((position) => position.committed);

  it('commits nothing of what it had in hand when another took over, and the totals are exact', async () => {
    const { sent, poison } = messages();
    await log.publish(rawListing, sent);

    const zombie = startLoader({ partitions: PARTITIONS, batch: 2, stubborn: true });
    await holding(zombie, PARTITIONS);
    const atStop = await committed();
    zombie.child.kill('SIGSTOP');
    const inHandUntil = (n: number): number =>
      Math.max(...batchesOf(zombie, 'held').flatMap((l) => (l.partition === n ? l.offsets : [])));

    // The other takes over when the session is over. Of half of the partitions it has the first batch
    // in hand, which the zombie has in hand too; of the others it has committed more than the zombie.
    const slow = PARTITIONS.filter((partition) => partition % 2 === 0);
    const heir = startLoader({ partitions: slow, batch: 1, stubborn: false });
    await holding(heir, slow);
    const atWaking = await eventually(committed, (positions) =>
      positions.every((position, n) => slow.includes(n) || position > inHandUntil(n)),
    );
    expect(slow.map((n) => atWaking[n])).toEqual(slow.map((n) => atStop[n]));

    // The zombie ends its batches and means to commit them: ahead of where the group stands on half of
    // the partitions, behind it on the others. Then it comes back, and both go on from there.
    const [before, ofHeir] = [zombie.lines.length, heir.lines.length];
    zombie.child.kill('SIGCONT');
    zombie.child.stdin?.write('go\n');
    await zombie.ended;
    await heir.ended;
    expect([zombie.lines.at(-1), heir.lines.at(-1)]).toEqual(['drained', 'drained']);

    const since = (loader: Loader, from: number, state: Line['state']): Line[] =>
      batchesOf({ ...loader, lines: loader.lines.slice(from) }, state);
    const inHand = batchesOf(zombie, 'held').map(({ partition }) => partition);
    const finished = since(zombie, before, 'finished').slice(0, inHand.length);
    expect(new Set(finished.map(({ partition }) => partition))).toEqual(new Set(inHand));
    const given = [...since(zombie, before, 'given'), ...since(heir, ofHeir, 'given')];
    const resumedAt = (n: number): number =>
      Math.min(...given.flatMap((l) => (l.partition === n ? l.offsets : [])));
    expect(slow.map(resumedAt)).toEqual(slow.map((n) => atStop[n]));
    const behind = PARTITIONS.filter((n) => resumedAt(n) < (atWaking[n] ?? 0));
    expect(behind).toEqual([]);
    const positions = await log.positions(rawListing, LOADER_GROUP);
    expect(positions.map((at) => at.committed)).toEqual(positions.map((at) => at.end));
    await expectExact(warehouse, poison);
  }, 120_000);
});
