import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openEmbeddedLog } from '#platform/log/embedded.ts';
import { EventLogUnavailable, type EventLog } from '#platform/log/port.ts';
import { collect, eventually, text } from '../support/collect.ts';
import { newTopic } from '../support/log-topic.ts';
import { eventLogContract } from './event-log.ts';

const APPENDER = join(import.meta.dirname, '../support/append-to-log.ts');
const DAY = 86_400_000;

describe.each([
  ['', 1024 ** 3],
  [' that opens its files anew at every turn', 1],
])('the embedded log%s', (_, renewAfterBytes) => {
  let directory: string;
  let now = Date.parse('2026-11-21T06:00:00Z');
  let timePasses = true;
  const opened: EventLog[] = [];

  async function open(): Promise<EventLog> {
    const clock = () => new Date(timePasses ? Date.now() : now);
    const log = await openEmbeddedLog({
      directory,
      clock,
      retentionEveryMs: 100,
      renewAfterBytes,
    });
    opened.push(log);
    return log;
  }
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'rigworth-log-'));
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((log) => log.close()));
    timePasses = true;
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  eventLogContract(open);

  /** Starts a process that appends; `acknowledged` holds what the log told it is durable. */
  function appender(topic: string, writer: string, batches: number, size: number, shell = '') {
    const sizes = [batches, size, renewAfterBytes].map(String);
    const command = [APPENDER, directory, topic, writer, ...sizes];
    const child = spawn('sh', ['-c', `${shell} exec "$@"`, 'sh', process.execPath, ...command], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let errors = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      errors += chunk;
    });
    return {
      child,
      ended: once(child, 'close'),
      acknowledged: () => output.split('\n').slice(0, -1),
      errors: () => errors,
    };
  }

  async function stored(log: EventLog, topic: ReturnType<typeof newTopic>): Promise<string[]> {
    const values: string[] = [];
    const next = new Map<number, number>();
    for await (const { partition, messages } of log.readAll(topic))
      for (const message of messages) {
        expect(message.offset).toBe(next.get(partition) ?? 0);
        next.set(partition, message.offset + 1);
        values.push(text(message).split(' ')[0] ?? '');
      }
    return values;
  }

  it('is appended to by two other processes at once while this one consumes', async () => {
    const topic = newTopic();
    const log = await open();
    await log.ensureTopics([topic]);
    const got = await collect(log, { topic, group: 'g' });
    const [one, two] = [appender(topic.name, 'one', 40, 25), appender(topic.name, 'two', 40, 25)];
    await got.until((messages) => messages.length === 2_000);
    await Promise.all([one.ended, two.ended]);
    const values = await stored(log, topic);
    expect(new Set(values)).toEqual(new Set([...one.acknowledged(), ...two.acknowledged()]));
    expect(values).toHaveLength(2_000);
    for (const writer of ['one', 'two'])
      for (const key of '0123456789') {
        const ofKey = values.filter((v) => v.startsWith(writer) && v.endsWith(key));
        const sent = [...one.acknowledged(), ...two.acknowledged()];
        expect(ofKey).toEqual(sent.filter((v) => v.startsWith(writer) && v.endsWith(key)));
      }
  });

  it('keeps every acknowledged message and no gap when an appender is killed', async () => {
    const topic = newTopic();
    const log = await open();
    await log.ensureTopics([topic]);
    const acknowledged: string[] = [];
    for (let round = 0; round < 3; round++) {
      const killed = appender(topic.name, `round-${round}`, 10_000, 10);
      await eventually(
        () => Promise.resolve(killed.acknowledged().length),
        (count) => count > 100 * (round + 1),
      );
      killed.child.kill('SIGKILL');
      await killed.ended;
      acknowledged.push(...killed.acknowledged());
    }
    const after = appender(topic.name, 'after', 1, 10);
    await after.ended;
    acknowledged.push(...after.acknowledged());
    const values = new Set(await stored(log, topic));
    expect(acknowledged.filter((value) => !values.has(value))).toEqual([]);
    expect(after.acknowledged()).toHaveLength(10);
  });

  it('acknowledges nothing it cannot write, and goes on when there is room again', async () => {
    const topic = newTopic();
    const log = await open();
    await log.ensureTopics([topic]);
    const { size } = await stat(join(directory, 'data.mdb'));
    // A limit of the file's size stands for a full disk.
    const limit = `trap '' XFSZ; ulimit -f ${Math.ceil(size / 512) + 512};`;
    const full = appender(topic.name, 'full', 10_000, 500, limit);
    await full.ended;
    expect(full.errors()).toContain(
      `Nothing can be written to the event log's folder ${directory}`,
    );
    const values = await stored(log, topic);
    expect(values.toSorted()).toEqual(full.acknowledged().toSorted());
    await log.publish(topic, [{ key: '1', value: 'after ' }]);
    expect(await stored(log, topic)).toHaveLength(values.length + 1);
  });

  it('counts retention by the clock it was given', async () => {
    timePasses = false;
    const topic = newTopic({ partitions: 1, retention: { days: 30 } });
    const log = await open();
    await log.ensureTopics([topic]);
    await log.publish(topic, [{ key: 'a', value: 'old' }]);
    now += 20 * DAY;
    await log.publish(topic, [{ key: 'a', value: 'younger' }]);
    now += 10 * DAY;
    expect(await stored(log, topic)).toEqual(['old', 'younger']);
    now += 1;
    await eventually(
      () => log.positions(topic, 'g'),
      ([position]) => position?.committed === 1,
    );
    const got = await collect(log, { topic, group: 'g' });
    await got.until((messages) => messages.length === 1);
    expect(got.values()).toEqual(['younger']);
  });

  it('counts retention over what a clock stamped that was set back since', async () => {
    timePasses = false;
    const topic = newTopic({ partitions: 1, retention: { days: 30 } });
    const log = await open();
    await log.ensureTopics([topic]);
    now += 20_000 * DAY;
    await log.publish(topic, [{ key: 'a', value: 'ahead' }]);
    now -= 20_000 * DAY;
    await log.publish(topic, [{ key: 'a', value: 'old' }]);
    now += 20 * DAY;
    await log.publish(topic, [{ key: 'a', value: 'younger' }]);
    now += 11 * DAY;
    await eventually(
      () => log.positions(topic, 'g'),
      ([position]) => position?.committed === 2,
    );
    const got = await collect(log, { topic, group: 'g' });
    await got.until((messages) => messages.length === 1);
    expect(got.values()).toEqual(['younger']);
  });

  it('has nothing to expire in a partition that was never written', async () => {
    const reports: string[] = [];
    const log = await openEmbeddedLog({
      directory,
      clock: () => new Date(now),
      retentionEveryMs: 20,
      report: (_level, message) => void reports.push(message),
    });
    opened.push(log);
    await log.ensureTopics([newTopic({ partitions: 2, retention: { days: 1 } })]);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(reports).toEqual([]);
  });

  it('says which folder it cannot use', async () => {
    const file = join(directory, 'a-file');
    await writeFile(file, '');
    const impossible = join(file, 'log');
    const opening = openEmbeddedLog({ directory: impossible, clock: () => new Date() });
    await expect(opening).rejects.toThrow(EventLogUnavailable);
    await expect(opening).rejects.toThrow(impossible);
  });
});
