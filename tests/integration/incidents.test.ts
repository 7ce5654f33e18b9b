import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { alertIncidents, type IncidentAlertParts } from '#api/alerts/incident-alerts.ts';
import { createWebhook } from '#api/alerts/webhook.ts';
import { LagWatch } from '#api/staff-health/lag-watch.ts';
import { endedIncidents, openIncidents } from '#api/users/incidents.ts';
import type { WatchedFacts } from '#domain/health/incidents.ts';
import { MOST_LAG } from '#domain/health/judge-consumer.ts';
import { systemClock } from '#platform/clock.ts';
import { openEmbeddedLog } from '#platform/log/embedded.ts';
import { createLogger } from '#platform/logging.ts';
import { collect, eventually } from '../support/collect.ts';
import { newTopic } from '../support/log-topic.ts';
import { numbered } from '../support/opened-logs.ts';
import { onBothUserStores } from '../support/user-stores.ts';

const MINUTE = 60_000;
const now = new Date('2026-11-21T12:00:00Z');
const keptBack = (runId: string): WatchedFacts => ({
  now,
  sources: [],
  consumers: [],
  lastCompute: {
    runId,
    state: 'kept_back',
    failedChecks: [{ name: 'units kept', detail: '1 units, 2 before' }],
    error: null,
  },
});
const FINE: WatchedFacts = {
  now,
  sources: [],
  consumers: [],
  lastCompute: { runId: 'compute@9', state: 'published', failedChecks: [], error: null },
};
const AWAY: WatchedFacts = { now, sources: undefined, consumers: [], lastCompute: undefined };

await onBothUserStores('incidents', (store) => {
  const received: { path: string; authorization: string | undefined; body: Message }[] = [];
  type Message = {
    id: string;
    state: string;
    text: string;
    kind: string;
    url: string;
    endedAt: string | null;
  };
  let answer: number | 'none' = 204;
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (answer === 'none') return;
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Message;
      const { url: path = '', headers } = request;
      if (answer < 300) received.push({ path, authorization: headers.authorization, body });
      response.writeHead(answer, { location: '/elsewhere' }).end();
    });
  });
  let address = '';
  beforeAll(async () => {
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    address = `http://hook:s3cret@127.0.0.1:${(receiver.address() as AddressInfo).port}/in/t0ken`;
  });
  afterAll(() => void receiver.close());
  beforeEach(async () => {
    answer = 204;
    received.splice(0);
    await store().query('delete from incidents');
  });

  /** Any number of api processes, on one clock. */
  function processes(over: Partial<IncidentAlertParts> = {}) {
    const logged: string[] = [];
    const time = { now: new Date('2026-11-21T12:00:00Z') };
    const world = { facts: FINE };
    const parts: IncidentAlertParts = {
      store: store(),
      clock: () => time.now,
      newId: randomUUID,
      logger: createLogger(
        'info',
        new Writable({
          write(chunk: Buffer, _encoding, done) {
            logged.push(chunk.toString());
            done();
          },
        }),
      ),
      facts: async () => world.facts,
      send: createWebhook(address),
      portalUrl: 'https://rv.example.com',
      ...over,
    };
    return {
      logged,
      pass: (ms: number) => void (time.now = new Date(time.now.getTime() + ms)),
      look: (facts: WatchedFacts) => {
        world.facts = facts;
        return alertIncidents(parts);
      },
      news: () => received.map(({ body }) => body.state),
      since: () => new Date(time.now.getTime() - 60 * MINUTE),
    };
  }

  it('are told once when they open, and once when they are over', async () => {
    const { look, pass, news, since } = processes();
    expect(await look(FINE)).toBe(0);
    expect(await look(keptBack('compute@1'))).toBe(1);
    pass(MINUTE);
    expect(await look(keptBack('compute@2'))).toBe(0);
    expect(await openIncidents(store())).toMatchObject([
      { kind: 'snapshot_kept_back', detail: expect.stringContaining('compute@2') as string },
    ]);
    pass(3 * MINUTE);
    expect(await look(FINE)).toBe(1);
    expect(await look(FINE)).toBe(0);
    expect(news()).toEqual(['open', 'ended']);
    expect(received[0]).toMatchObject({
      path: '/in/t0ken',
      authorization: `Basic ${Buffer.from('hook:s3cret').toString('base64')}`,
      body: {
        kind: 'snapshot_kept_back',
        subject: 'compute',
        text: expect.stringContaining('units kept (1 units, 2 before)') as string,
        openedAt: '2026-11-21T12:00:00.000Z',
        endedAt: null,
        url: 'https://rv.example.com/admin?tab=system-stats',
      },
    });
    expect(received[1]?.body.endedAt).toBe('2026-11-21T12:04:00.000Z');
    expect(await openIncidents(store())).toEqual([]);
    expect(await endedIncidents(store(), { since: since(), limit: 9 })).toMatchObject([
      { openToldAt: new Date('2026-11-21T12:00:00Z'), endToldAt: new Date('2026-11-21T12:04:00Z') },
    ]);
  });

  it('are judged when all was known, also where none is', async () => {
    const judged: string[] = [];
    const { look, pass } = processes({ onJudged: (at) => judged.push(at.toISOString()) });
    await look(FINE);
    pass(MINUTE);
    await look(AWAY);
    pass(MINUTE);
    await look({ ...FINE, lastCompute: undefined });
    pass(MINUTE);
    await look(keptBack('compute@1'));
    expect(judged).toEqual(['2026-11-21T12:00:00.000Z', '2026-11-21T12:03:00.000Z']);
  });

  const failing = (reason: string, since: Date, state: 'blocked' | 'failed'): WatchedFacts => ({
    ...FINE,
    now,
    sources: [
      {
        source: 'lakeside',
        sample: false,
        state: 'failing',
        reasons: [reason],
        freshness: { state: 'fresh', lastAt: now.toISOString(), staleAfterHours: 36 },
        checks: [],
        volume: { state: 'not_judged', last: null, typical: null, low: null, high: null, runs: 1 },
        lastOfSource: { state },
        failingSince: state === 'failed' ? since.toISOString() : null,
        isRefused: false,
        awaited: false,
        isUnblocked: false,
      },
    ],
  });

  it('lead to where they show their reasons', async () => {
    const { look } = processes();
    await look(failing('The site blocked us.', now, 'blocked'));
    expect(received.map(({ body }) => body.url)).toEqual([
      'https://rv.example.com/admin?tab=sources&source=lakeside',
    ]);
  });

  it('are about what is wrong by now, also before that would open one', async () => {
    const { look } = processes();
    await look(failing('The last run failed: DNS.', now, 'failed'));
    expect(await openIncidents(store())).toEqual([]);
    await look(failing('The site blocked us.', now, 'blocked'));
    await look(failing('The last run failed: robots.txt could not be read.', now, 'failed'));
    expect(await openIncidents(store())).toMatchObject([
      { subject: 'lakeside', detail: 'The last run failed: robots.txt could not be read.' },
    ]);
    expect(received).toHaveLength(1);
  });

  it('of a group that cannot keep up are told once, and once more when it has', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'rigworth-lag-'));
    const log = await openEmbeddedLog({ directory, clock: systemClock });
    try {
      const topic = newTopic();
      await log.ensureTopics([topic]);
      await log.publish(topic, numbered(MOST_LAG + 1));
      const time = { now };
      const loader = { name: 'Loader', topic, group: 'load' };
      const watch = new LagWatch(log, () => time.now, [loader]);
      const { look, pass, news } = processes();
      const watchFor = async (minutes: number): Promise<void> => {
        for (let minute = 0; minute < minutes; minute += 1) {
          time.now = new Date(time.now.getTime() + MINUTE);
          pass(MINUTE);
          await watch.look();
          await look({ ...FINE, consumers: watch.consumers() });
        }
      };
      await watchFor(10);
      expect(news()).toEqual([]);
      await watchFor(5);
      expect(news()).toEqual(['open']);
      expect(received[0]?.body).toMatchObject({
        kind: 'lag',
        text: expect.stringContaining(`load is ${MOST_LAG + 1} events behind`) as string,
      });
      expect(await openIncidents(store())).toMatchObject([{ subject: `load on ${topic.name}` }]);

      const loading = await collect(log, { topic, group: 'load', maxBatch: 1_000 });
      await eventually(
        () => log.positions(topic, 'load'),
        (positions) => positions.every(({ end, committed }) => end === committed),
      );
      await loading.running.stop();
      await watchFor(4);
      expect(news()).toEqual(['open', 'ended']);
      expect(await openIncidents(store())).toEqual([]);
    } finally {
      await log.close();
      await rm(directory, { recursive: true });
    }
  });

  it('that come again are new ones', async () => {
    const { look, pass, news } = processes();
    for (const facts of [keptBack('a'), FINE, keptBack('b')]) {
      await look(facts);
      pass(3 * MINUTE);
    }
    expect(news()).toEqual(['open', 'ended', 'open']);
    expect(new Set(received.map(({ body }) => body.id)).size).toBe(3);
  });

  it('are told once by however many processes', async () => {
    const many = Array.from({ length: 8 }, () => processes());
    const lookAt = (facts: WatchedFacts) => Promise.all(many.map(({ look }) => look(facts)));
    expect((await lookAt(keptBack('compute@1'))).reduce((sum, told) => sum + told, 0)).toBe(1);
    for (const { pass } of many) pass(3 * MINUTE);
    await lookAt(FINE);
    expect(received.map(({ body }) => body.state)).toEqual(['open', 'ended']);
  });

  it('are not over while another process still sees them, nor while nobody can say', async () => {
    const { look, pass, news } = processes();
    await look(keptBack('compute@1'));
    pass(MINUTE);
    await look(FINE);
    pass(30 * MINUTE);
    await look(AWAY);
    expect(news()).toEqual(['open']);
    await look(FINE);
    expect(news()).toEqual(['open', 'ended']);
  });

  it.each([500, 302, 'none'] as const)(
    'are told later where the receiver answers %s',
    async (how) => {
      answer = how;
      const patienceMs = how === 'none' ? 2_000 : undefined; // the request arrives in it
      const first = processes({ send: createWebhook(address, patienceMs) });
      expect(await first.look(keptBack('compute@1'))).toBe(0);
      expect(first.logged.join('')).toContain('it is tried again');
      expect(first.logged.join('')).not.toMatch(/s3cret|t0ken/);
      answer = 204;
      // In its own time: at first a minute.
      const { look, pass, news } = processes();
      expect(await look(keptBack('compute@1'))).toBe(0);
      pass(MINUTE);
      expect(await look(keptBack('compute@1'))).toBe(1);
      expect(news()).toEqual(['open']);
    },
  );

  it('that are over before they could be told are told in their order', async () => {
    const { look, pass, news } = processes();
    answer = 503;
    await look(keptBack('compute@1'));
    pass(5 * MINUTE);
    await look(FINE);
    answer = 204;
    pass(10 * MINUTE);
    await look(FINE);
    expect(news()).toEqual(['open', 'ended']);
  });

  it('are no news a day after they are over', async () => {
    const { look, pass, news } = processes();
    answer = 503;
    await look(keptBack('compute@1'));
    pass(5 * MINUTE);
    await look(FINE);
    answer = 204;
    pass(25 * 60 * MINUTE);
    await look(FINE);
    expect(news()).toEqual([]);
  });

  it('are waited for ever longer, an hour at most, while the receiver is away', async () => {
    const { look, pass } = processes();
    answer = 503;
    const tries: number[] = [];
    for (let minute = 0; minute < 400; minute += 1) {
      const before = await attempts();
      await look(keptBack('compute@1'));
      if ((await attempts()) > before) tries.push(minute);
      pass(MINUTE);
    }
    expect(tries).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183, 243, 303, 363]);
  });
  const attempts = async (): Promise<number> =>
    Number((await store().query('select attempts from incidents'))[0]?.['attempts'] ?? 0);

  it('are only shown where no webhook is set', async () => {
    const { look } = processes({ send: undefined });
    expect(await look(keptBack('compute@1'))).toBe(0);
    expect(await openIncidents(store())).toMatchObject([{ openToldAt: null }]);
  });

  it('of a killed process are told by another, after its claim', async () => {
    const killed = processes({ send: () => new Promise(() => undefined) });
    void killed.look(keptBack('compute@1'));
    await expect.poll(attempts).toBe(1);
    const { look, pass, news } = processes();
    await look(keptBack('compute@1'));
    expect(news()).toEqual([]);
    pass(MINUTE);
    await look(keptBack('compute@1'));
    expect(news()).toEqual(['open']);
  });
});
