import { afterEach, expect, it } from 'vitest';
import type { EventLog } from '#platform/log/port.ts';
import { ingestAlive, type IngestAlive } from '#schemas/events/ingest-alive.ts';
import { ingestFunnel } from '#schemas/events/ingest-funnel.ts';
import { decodeEvent } from '#schemas/events/topic.ts';
import { dealerServer } from '../support/sites/crawled-dealer.ts';
import { lotOf } from '../support/sites/dealer.ts';
import type { Served } from '../support/sites/serve.ts';

/** What a crawl tells while it goes on. */

const undone: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const undo of undone.splice(0).toReversed()) await undo();
});

const dealer = dealerServer(undone);

/** What a crawl says while it lives: by the clock of these crawls the log keeps it no longer. */
function listening() {
  const alive: IngestAlive[] = [];
  const within = (log: EventLog): EventLog => ({
    ...log,
    publish: (to, messages) => {
      if (to.name === ingestAlive.name)
        alive.push(...messages.map(({ value }) => decodeEvent(ingestAlive, Buffer.from(value))));
      return log.publish(to, messages);
    },
  });
  return { alive, within };
}

it('tells what it has come to and until when it waits, each time that a site asks it to come later', async () => {
  const busy: Served = { status: 503 };
  const site = await dealer({ units: lotOf(8) }, { traps: { '/rv/L1002': busy } });
  const { alive, within } = listening();
  await site.crawl({}, within);
  expect(alive.map(({ waits }) => waits)).toMatchObject([
    { why: 'asked_to', status: 503 },
    { why: 'asked_to', status: 503 },
  ]);
  const begun = site.served.seen.map(({ startedAt }) => new Date(startedAt - 25).toISOString());
  for (const { at, waits } of alive) {
    const askedNext = begun.find((each) => each > at);
    expect(waits?.until).toBe(askedNext);
  }
  const read = alive.map(({ soFar }) => soFar?.counts.records ?? 0);
  expect(read).toEqual(read.toSorted((a, b) => a - b));
  expect(alive[0]?.soFar).toMatchObject({
    counts: { discovered: 14, allowed: expect.any(Number) as unknown },
    missed: { put_off: 1 },
  });
});

it('counts no page twice where it was killed and goes on', async () => {
  const busy: Served = { status: 429, headers: { 'retry-after': '60' } };
  const traps = Object.fromEntries(['/rv/L1001', '/rv/L1009'].map((path) => [path, busy]));
  const site = await dealer({ units: lotOf(12) }, { traps });
  const { alive, within } = listening();
  const cut = new AbortController();
  const isCut = (): void => {
    if (site.served.seen.some(({ path }) => path === '/rv/L1005')) cut.abort(new Error('killed'));
  };
  const killed = site.crawl({ signal: cut.signal }, (log) => ({
    ...log,
    publish: (...args) => {
      isCut();
      return log.publish(...args);
    },
  }));
  await expect(killed).rejects.toThrow('killed');
  await site.crawl({}, within);
  const ended = (await site.folder.events(ingestFunnel)).at(-1);
  expect(alive.length).toBeGreaterThan(0);
  for (const { soFar, runId } of alive) {
    expect(runId).toBe(ended?.runId);
    expect(soFar?.counts.discovered).toBe(ended?.counts.discovered);
    expect(soFar?.counts.allowed).toBeLessThanOrEqual(ended?.counts.allowed ?? 0);
  }
});

it('has no news where its pauses are as usual', async () => {
  const site = await dealer({ units: lotOf(2) }, { crawlDelay: 20 });
  const { alive, within } = listening();
  await site.crawl({}, within);
  expect(alive).toEqual([]);
});
