import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '#platform/clock.ts';
import { openEventLog } from '#platform/log/open.ts';
import type { RawListing } from '#schemas/events/raw-listing.ts';
import { rawListing } from '#schemas/events/raw-listing.ts';
import { encodeEvent } from '#schemas/events/topic.ts';
import { startKafkaBroker } from '../../support/kafka-broker.ts';
import { ask, runCommand, startServer } from '../../support/server.ts';
import { atMost, percentile, type Measure } from '../measure.ts';
import { benchFolder, scaled } from '../support/scale.ts';
import { simulatedEvents } from '../support/simulated-events.ts';

/**
 * From a publish that was acknowledged to the listing in a search's answer, at 500 events a second on
 * the running server with a small real market: with the log on Kafka, and with the embedded one. Every
 * hundredth listing carries a word of its own that the search asks for. The baseline is that search
 * itself, which finds a listing no sooner than it answers.
 */
const PER_SECOND = 500;
const SECONDS = scaled(60);
const EVERY_MS = 100;
const PROBE_EVERY = 100;
const PROBE_WORD = 'Lighthouse';
const MARKET_LISTINGS = scaled(10_000);
const GIVE_UP_MS = 60_000;
const PAGE = 100;

const broker = await startKafkaBroker();
if ('unavailable' in broker) throw new Error(`no Kafka to measure with: ${broker.unavailable}`);
const market = join(benchFolder(), `market-${process.pid}.ndjson`);
await succeed(
  'simulate.ts',
  ['--listings', String(MARKET_LISTINGS), '--seed', '3', '--out', market],
  {},
);
try {
  console.log(
    JSON.stringify([
      await measureFreshness('on Kafka', broker.brokers),
      await measureFreshness('on the embedded log', undefined),
    ]),
  );
} finally {
  await broker.stop();
}

async function measureFreshness(where: string, brokers: string[] | undefined): Promise<Measure> {
  const dataDir = join(benchFolder(), `freshness-${brokers ? 'kafka' : 'embedded'}-${process.pid}`);
  const variables = {
    DATA_DIR: dataDir,
    SAMPLE: 'off',
    KAFKA_BROKERS: brokers?.join(','),
    RATE_LIMIT_PER_MINUTE: '1000000',
  };
  // Minutes of silence look like a measure that hangs.
  const tell = (what: string): void => console.error(`${where}: ${what}`);
  tell('starting the server');
  const server = await startServer(variables);
  try {
    tell(`bringing in a market of ${MARKET_LISTINGS} listings`);
    await succeed('ingest.ts', [market, '--source', 'simulator'], variables);
    const acknowledged = new Map<string, number>();
    const seen = new Map<string, number>();
    let done = false;
    const searches: number[] = [];
    tell(`publishing ${PER_SECOND} events/s for ${SECONDS} s`);
    const watching = watch(server.url, seen, searches, () => done);
    // Awaited below; until then a search that failed must not end this process beside its server.
    watching.catch(() => undefined);
    await publishSteadily(join(dataDir, 'log'), brokers, acknowledged);
    const giveUpAt = performance.now() + GIVE_UP_MS;
    tell(`looking for the last of ${acknowledged.size} probes, up to ${GIVE_UP_MS / 1_000} s`);
    while (seen.size < acknowledged.size && performance.now() < giveUpAt) await sleep(EVERY_MS);
    done = true;
    await watching;
    const delays = [...acknowledged].map(
      ([probe, at]) => Math.max(0, (seen.get(probe) ?? Infinity) - at) / 1_000,
    );
    tell(
      `median ${percentile(delays, 0.5).toFixed(2)} s, longest ${Math.max(...delays).toFixed(2)} s`,
    );
    return atMost(
      `publish to searchable ${where} at ${PER_SECOND} events/s, p95`,
      percentile(delays, 0.95),
      's',
      5,
      percentile(searches, 0.95) / 1_000,
    );
  } finally {
    await server.stop();
  }
}

/** 500 events a second in ten publishes; notes of each probe when its publish was acknowledged. */
async function publishSteadily(
  directory: string,
  brokers: string[] | undefined,
  acknowledged: Map<string, number>,
): Promise<void> {
  const log = await openEventLog({
    ...(brokers ? { kafkaBrokers: brokers } : {}),
    directory,
    clientId: 'rigworth-bench',
    clock: systemClock,
    random: Math.random,
    report: () => undefined,
  });
  const count = PER_SECOND * SECONDS;
  const size = (PER_SECOND * EVERY_MS) / 1_000;
  const events = await simulatedEvents({
    listings: count,
    runId: 'bench',
    seed: 5,
    firstOnly: true,
  });
  const publishes: Promise<void>[] = [];
  const begun = performance.now();
  let batch: RawListing[] = [];
  let number = 0;
  for (const event of events) {
    number += 1;
    batch.push(number % PROBE_EVERY === 0 ? asProbe(event, number) : event);
    if (batch.length < size) continue;
    const messages = batch.map((item) => encodeEvent(rawListing, item));
    const probes = batch.flatMap(({ fields }) => fields.url?.match(/probe-\d+/)?.[0] ?? []);
    publishes.push(
      log.publish(rawListing, messages).then(() => {
        for (const probe of probes) acknowledged.set(probe, performance.now());
      }),
    );
    batch = [];
    await sleep(Math.max(0, begun + (number / PER_SECOND) * 1_000 - performance.now()));
  }
  await Promise.all(publishes);
  const seconds = (performance.now() - begun) / 1_000;
  console.error(`${Math.round(number / seconds)} events/s published`);
  await log.close();
}

/** A listing at a dealer of one made-up name, first seen now: the newest page of that name shows it. */
function asProbe(event: RawListing, number: number): RawListing {
  const at = systemClock().toISOString();
  return {
    ...event,
    observedAt: at,
    fields: {
      ...event.fields,
      dealer: `${PROBE_WORD} RV`,
      url: `https://www.lighthouse-rv.example/inventory/probe-${number}`,
      vin: '',
      firstSeen: at,
    },
  };
}

/** Asks the search for the newest probes again and again, and notes when each was first answered. */
async function watch(
  url: string,
  seen: Map<string, number>,
  searches: number[],
  done: () => boolean,
): Promise<void> {
  while (!done()) {
    let fresh = PAGE;
    for (let offset = 0; fresh === PAGE; offset += PAGE) {
      const begun = performance.now();
      const path = `/api/rv-listings/search?keyword=${PROBE_WORD}&sort=newest&limit=${PAGE}&offset=${offset}`;
      const { status, body } = await ask<{ listings: { url: string }[] }>(url, path);
      if (status !== 200) throw new Error(`the search answered ${status}`);
      const now = performance.now();
      searches.push(now - begun);
      const found = body.listings.flatMap((listing) => /probe-\d+/.exec(listing.url)?.[0] ?? []);
      fresh = 0;
      for (const probe of found)
        if (!seen.has(probe)) {
          seen.set(probe, now);
          fresh += 1;
        }
    }
    await sleep(EVERY_MS);
  }
}

async function succeed(
  script: string,
  args: string[],
  variables: Record<string, string | undefined>,
): Promise<void> {
  const { code, stderr } = await runCommand(script, args, variables);
  if (code !== 0) throw new Error(`${script} ended with ${code}: ${stderr}`);
}
