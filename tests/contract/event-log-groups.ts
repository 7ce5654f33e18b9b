import { expect, it } from 'vitest';
import { collect, eventually } from '../support/collect.ts';
import { newTopic } from '../support/log-topic.ts';
import { numbered, type OpenedLogs } from '../support/opened-logs.ts';

/** How messages are handed over to the members of groups, and how far these have come. */
export function groupsContract({ open, openWith }: OpenedLogs): void {
  it('hands over at most maxBatch messages, contiguous and ascending, one batch at a time per partition', async () => {
    const topic = newTopic();
    const log = await openWith(topic);
    await log.publish(topic, numbered(200));
    const busy = new Set<number>();
    const overlapping: number[] = [];
    const got = await collect(log, { topic, group: 'g', maxBatch: 16 }, async ({ partition }) => {
      if (busy.has(partition)) overlapping.push(partition);
      busy.add(partition);
      await new Promise((resolve) => setTimeout(resolve, 2));
      busy.delete(partition);
    });
    await got.until((messages) => messages.length === 200);
    expect(overlapping).toEqual([]);
    const next = [0, 0, 0];
    for (const { partition, messages } of got.batches) {
      expect(messages.length).toBeLessThanOrEqual(16);
      for (const { offset } of messages) {
        expect(offset).toBe(next[partition]);
        next[partition] = offset + 1;
      }
    }
  });

  it('waits within the linger for a batch to fill', async () => {
    const topic = newTopic({ partitions: 1 });
    const log = await openWith(topic);
    await log.publish(topic, numbered(3));
    // Longer than a busy machine takes to publish what fills it.
    const got = await collect(log, { topic, group: 'g', maxBatch: 6, lingerMs: 4_000 });
    await log.publish(topic, numbered(3));
    await got.until((messages) => messages.length === 6);
    expect(got.batches.map((batch) => batch.messages.length)).toEqual([6]);
  });

  it('hands over a batch that does not fill when the linger is over', async () => {
    const topic = newTopic({ partitions: 1 });
    const log = await openWith(topic);
    await log.publish(topic, numbered(3));
    const got = await collect(log, { topic, group: 'g', maxBatch: 6, lingerMs: 100 });
    await got.until((messages) => messages.length === 3);
    expect(got.batches.map((batch) => batch.messages.length)).toEqual([3]);
  });

  it('hands over no more than 16 MB at once, however well it compresses', async () => {
    const topic = newTopic({ partitions: 1 });
    const log = await openWith(topic);
    const value = new Uint8Array(1_500_000);
    for (let n = 0; n < 3; n += 1)
      await log.publish(
        topic,
        Array.from({ length: 4 }, () => ({ key: 'key', value })),
      );
    const got = await collect(log, { topic, group: 'g', maxBatch: 100 });
    await got.until((messages) => messages.length === 12);
    expect(got.messages().map(({ offset }) => offset)).toEqual(numbered(12).map((_, n) => n));
    for (const { messages } of got.batches) expect(messages.length).toBeLessThanOrEqual(10);
  });

  it('commits after the handler and not before', async () => {
    const topic = newTopic({ partitions: 1 });
    const log = await openWith(topic);
    await log.publish(topic, numbered(5));
    const during = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    await collect(log, { topic, group: 'g' }, async () => {
      during.resolve();
      await goOn.promise;
    });
    await during.promise;
    expect(await log.positions(topic, 'g')).toEqual([{ partition: 0, end: 5, committed: 0 }]);
    goOn.resolve();
    await eventually(
      () => log.positions(topic, 'g'),
      ([position]) => position?.committed === 5,
    );
  });

  it('goes on at the committed position in a new instance', async () => {
    const topic = newTopic({ partitions: 1 });
    const before = await openWith(topic);
    await before.publish(topic, numbered(10));
    const first = await collect(before, { topic, group: 'g' });
    await first.until((messages) => messages.length === 10);
    await before.close();

    const after = await open();
    await after.publish(topic, [{ key: 'a', value: 'new' }]);
    const second = await collect(after, { topic, group: 'g' });
    await second.until((messages) => messages.length > 0);
    expect(second.values()).toEqual(['new']);
  });

  it('ends the subscription with the error of the handler, and gives the batch again to the next', async () => {
    const topic = newTopic({ partitions: 1 });
    const log = await openWith(topic);
    await log.publish(topic, numbered(6));
    let batches = 0;
    const failing = await collect(log, { topic, group: 'g', maxBatch: 2 }, async () => {
      if (++batches === 2) throw new Error('the sink refused');
    });
    await expect(failing.running.finished).rejects.toThrow('the sink refused');
    expect(failing.values()).toEqual(['0', '1', '2', '3']);
    expect(await log.positions(topic, 'g')).toEqual([{ partition: 0, end: 6, committed: 2 }]);

    const next = await collect(log, { topic, group: 'g', maxBatch: 2 });
    await next.until((messages) => messages.length === 4);
    expect(next.values()).toEqual(['2', '3', '4', '5']);
  });

  it('finishes and commits the batch in hand when it is stopped, and takes no other', async () => {
    const topic = newTopic({ partitions: 1 });
    const log = await openWith(topic);
    await log.publish(topic, numbered(20));
    const during = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const got = await collect(log, { topic, group: 'g', maxBatch: 5 }, async () => {
      during.resolve();
      await goOn.promise;
    });
    await during.promise;
    const stopped = got.running.stop();
    goOn.resolve();
    await stopped;
    await got.running.finished;
    expect(got.values()).toEqual(['0', '1', '2', '3', '4']);
    expect(await log.positions(topic, 'g')).toEqual([{ partition: 0, end: 20, committed: 5 }]);
  });

  it('gives every group all messages', async () => {
    const topic = newTopic();
    const log = await openWith(topic);
    await log.publish(topic, numbered(30));
    const one = await collect(log, { topic, group: 'one' });
    await one.until((messages) => messages.length === 30);
    const two = await collect(log, { topic, group: 'two' });
    await two.until((messages) => messages.length === 30);
    expect(two.values().toSorted()).toEqual(one.values().toSorted());
  });

  it('keeps groups of one name on different topics apart', async () => {
    const [a, b] = [newTopic(), newTopic()];
    const log = await openWith(a);
    await log.ensureTopics([b]);
    await log.publish(a, numbered(10));
    await log.publish(b, numbered(20));
    const [fromA, fromB] = await Promise.all([
      collect(log, { topic: a, group: 'g' }),
      collect(log, { topic: b, group: 'g' }),
    ]);
    await fromA.until((messages) => messages.length === 10);
    await fromB.until((messages) => messages.length === 20);
  });

  it('shares the partitions between the members of a group, and hands them on when one leaves', async () => {
    const topic = newTopic({ partitions: 4 });
    const log = await openWith(topic);
    const holding = new Map<number, string>();
    const clashes: string[] = [];
    const member = (name: string) =>
      collect(log, { topic, group: 'g', maxBatch: 5 }, async ({ partition, heartbeat }) => {
        const other = holding.get(partition);
        if (other !== undefined && other !== name) clashes.push(`${other} and ${name}`);
        holding.set(partition, name);
        await new Promise((resolve) => setTimeout(resolve, 2));
        holding.delete(partition);
        await heartbeat();
      });
    const [one, two] = await Promise.all([member('one'), member('two')]);
    let sent = 0;
    // The members take their shares in their own time: messages flow until both have been given some.
    await eventually(
      async () => {
        sent += (
          await log.publish(
            topic,
            numbered(40, (n) => `key-${n}`),
          )
        ).length;
      },
      () => one.batches.length > 0 && two.batches.length > 0,
    );
    await one.running.stop();
    const heldByOne = one.messages().length;
    sent += (
      await log.publish(
        topic,
        numbered(40, (n) => `key-${n}`),
      )
    ).length;
    const distinct = () =>
      new Set(
        [...one.batches, ...two.batches].flatMap(({ partition, messages }) =>
          messages.map(({ offset }) => `${partition}/${offset}`),
        ),
      ).size;
    await two.until(() => distinct() === sent);
    expect(one.messages().length).toBe(heldByOne);
    expect(clashes).toEqual([]);
    await eventually(
      () => log.positions(topic, 'g'),
      (positions) => positions.every(({ end, committed }) => end === committed),
    );
  });

  it('hands no partition to a new member while the one before has a batch of it in hand', async () => {
    const topic = newTopic({ partitions: 4 });
    const log = await openWith(topic);
    const spread = numbered(40, (n) => `key-${n}`);
    await log.publish(topic, spread);
    const goOn = Promise.withResolvers<void>();
    const one = await collect(log, { topic, group: 'g' }, () => goOn.promise);
    await eventually(
      () => Promise.resolve(one.batches.length),
      (batches) => batches === 4,
    );
    let handedToTwo = 0;
    const joining = collect(log, { topic, group: 'g' }, () => {
      handedToTwo++;
      return Promise.resolve();
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(handedToTwo).toBe(0);
    goOn.resolve();
    const two = await joining;
    await eventually(
      () => log.publish(topic, spread),
      () => two.batches.length > 0,
    );
  });

  it('tells the lag of a group: all of it before the first commit, none at the end', async () => {
    const topic = newTopic();
    const log = await openWith(topic);
    await log.publish(topic, numbered(30));
    const lag = async () =>
      (await log.positions(topic, 'g')).reduce((sum, at) => sum + at.end - at.committed, 0);
    expect(await lag()).toBe(30);
    const got = await collect(log, { topic, group: 'g' });
    await got.until((messages) => messages.length === 30);
    await eventually(lag, (left) => left === 0);
  });

  it('starts a new group at the end with from: latest, and keeps that start', async () => {
    const topic = newTopic();
    const log = await openWith(topic);
    await log.publish(topic, numbered(30));
    const got = await collect(log, { topic, group: 'g', from: 'latest' });
    await log.publish(topic, [{ key: 'key-1', value: 'new' }]);
    await got.until((messages) => messages.length > 0);
    expect(got.values()).toEqual(['new']);
    await got.running.stop();

    await log.publish(topic, [{ key: 'key-2', value: 'newer' }]);
    const again = await collect(log, { topic, group: 'g', from: 'latest' });
    await again.until((messages) => messages.length > 0);
    expect(again.values()).toEqual(['newer']);
  });
}
