import { describe, expect, it } from 'vitest';
import type { Position } from './port.ts';
import { createPublishQueue, type Entry } from './publish-queue.ts';

const entries = (...values: string[]): Entry[] =>
  values.map((value) => ({ key: Buffer.from('key'), value: Buffer.from(value) }));
const text = ({ value }: Entry) => Buffer.from(value).toString();

/** A log in memory of one partition that refuses what contains `refuse`. */
function memoryLog(refuse = 'nothing') {
  const stored: string[] = [];
  const appends: string[][] = [];
  return {
    stored,
    appends,
    append(batch: Entry[]): Promise<Position[]> {
      const values = batch.map(text);
      appends.push(values);
      if (values.includes(refuse)) return Promise.reject(new Error(`refused ${refuse}`));
      const first = stored.length;
      stored.push(...values);
      return Promise.resolve(values.map((_, n) => ({ partition: 0, offset: first + n })));
    },
  };
}

describe('the publish queue', () => {
  it('appends the calls of one turn together', async () => {
    const log = memoryLog();
    const queue = createPublishQueue((batch) => log.append(batch), 1_000);
    const positions = await Promise.all([
      queue.publish(entries('a', 'b')),
      queue.publish(entries('c')),
    ]);
    expect(log.appends).toEqual([['a', 'b', 'c']]);
    expect(positions).toEqual([
      [
        { partition: 0, offset: 0 },
        { partition: 0, offset: 1 },
      ],
      [{ partition: 0, offset: 2 }],
    ]);
  });

  it('splits what is more than one append may hold, and lets a message larger than that pass alone', async () => {
    const log = memoryLog();
    const queue = createPublishQueue((batch) => log.append(batch), 100);
    const large = 'x'.repeat(500);
    await queue.publish(entries('a', 'b', 'c', large, 'd'));
    expect(log.appends).toEqual([['a', 'b'], ['c'], [large], ['d']]);
  });

  it('appends nothing of a call after the part that failed, and goes on with the next call', async () => {
    const log = memoryLog('bad');
    const queue = createPublishQueue((batch) => log.append(batch), 100);
    const failing = queue.publish(entries('a', 'b', 'bad', 'c', 'd', 'e'));
    const next = queue.publish(entries('later'));
    await expect(failing).rejects.toThrow('refused bad');
    await next;
    expect(log.stored).toEqual(['a', 'b', 'later']);
  });

  it('rejects every call that had a part in the append that failed', async () => {
    const log = memoryLog('bad');
    const queue = createPublishQueue((batch) => log.append(batch), 1_000);
    const results = await Promise.allSettled([
      queue.publish(entries('a')),
      queue.publish(entries('bad')),
    ]);
    expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected']);
    expect(log.stored).toEqual([]);
  });

  it('does not reject a call that had no room in the append that failed', async () => {
    const log = memoryLog('bad');
    const queue = createPublishQueue((batch) => log.append(batch), 100);
    const results = await Promise.allSettled([
      queue.publish(entries('bad', 'x'.repeat(40))),
      queue.publish(entries('y'.repeat(60))),
    ]);
    expect(results.map((result) => result.status)).toEqual(['rejected', 'fulfilled']);
    expect(log.stored).toEqual(['y'.repeat(60)]);
  });

  it('is idle when everything is through, also after a failure', async () => {
    const log = memoryLog('bad');
    const queue = createPublishQueue((batch) => log.append(batch), 1_000);
    queue.publish(entries('bad')).catch(() => {});
    await queue.idle();
    const sent = queue.publish(entries('a'));
    await queue.idle();
    expect(log.stored).toEqual(['a']);
    await sent;
  });
});
