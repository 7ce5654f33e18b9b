import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { sitesOf, startIngestRole } from '#deploy/roles/ingest.ts';
import { Lifecycle } from '#platform/lifecycle.ts';
import { openKafkaLog } from '#platform/log/kafka.ts';
import type { EventLog } from '#platform/log/port.ts';
import { createLogger } from '#platform/logging.ts';
import { ingestCollection, type IngestCollection } from '#schemas/events/ingest-collection.ts';
import { ingestCommand, type IngestCommand } from '#schemas/events/ingest-command.ts';
import { decodeEvent, encodeEvent } from '#schemas/events/topic.ts';
import { TOPICS } from '#schemas/events/topics.ts';
import { requireOrSkip } from '../support/engines.ts';
import { startKafkaBroker } from '../support/kafka-broker.ts';
import { dealerMapping, dealerSite, dealerSiteFile, lotOf } from '../support/sites/dealer.ts';
import { serveSite, type Served } from '../support/sites/serve.ts';

const kafka = await startKafkaBroker();
requireOrSkip('kafka', 'unavailable' in kafka ? kafka.unavailable : undefined);
const broker = 'unavailable' in kafka ? undefined : kafka;

const WAIT = { timeout: 90_000 };
const UNITS = 5;

describe.skipIf(!broker)('ingest roles of several processes', () => {
  const undo: (() => Promise<unknown>)[] = [];
  afterAll(async () => {
    for (const step of undo.toReversed()) await step();
    await broker?.stop();
  });

  async function openLog(clientId: string): Promise<EventLog> {
    const log = await openKafkaLog({ brokers: broker?.brokers ?? [], clientId });
    undo.push(() => log.close());
    await log.ensureTopics(TOPICS);
    return log;
  }

  it('do one command once: the one that joins may take over, and the run goes on', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'rigworth-collecting-'));
    undo.push(() => rm(folder, { recursive: true, force: true }));
    const traps: Record<string, Served> = {};
    const site = await serveSite(dealerSite(() => lotOf(UNITS), { traps }));
    undo.push(() => site.close());
    await mkdir(join(folder, 'sites'));
    await writeFile(join(folder, 'sites', 'mapping.yaml'), dealerMapping);
    await writeFile(
      join(folder, 'sites', 'dealer.site.yaml'),
      dealerSiteFile(site.origin, 'delaySeconds: 0\n'),
    );
    const startProcess = async (name: string): Promise<void> => {
      const log = await openLog(name);
      const logger = createLogger('silent');
      const lifecycle = new Lifecycle(logger);
      const config = {
        SAMPLE: 'off' as const,
        DATA_DIR: join(folder, name),
        KAFKA_BROKERS: [...(broker?.brokers ?? [])],
        SITES_DIR: join(folder, 'sites'),
        SCRAPER_CONTACT: 'https://rv.example/bot',
        SCRAPER_ALLOW_ADDRESSES: [site.address],
      };
      await startIngestRole({ config, sites: await sitesOf(config), log, logger, lifecycle });
      undo.push(() => lifecycle.stop());
    };

    const log = await openLog('test');
    const told = async (): Promise<IngestCollection[]> => {
      const events: IngestCollection[] = [];
      for await (const { messages } of log.readAll(ingestCollection))
        for (const { value } of messages) events.push(decodeEvent(ingestCollection, value));
      return events;
    };
    const of = async (state: IngestCollection['state']): Promise<string[]> =>
      (await told()).filter((event) => event.state === state).map(({ runId }) => runId);
    const command = (commandId: string, kind: IngestCommand['kind']) =>
      encodeEvent(ingestCommand, {
        commandId,
        at: new Date().toISOString(),
        kind,
        askedBy: 'staff',
      });

    const gate = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    traps['/inventory'] = async (response) => {
      asked.resolve();
      await gate.promise;
      response.writeHead(404).end();
    };
    await startProcess('one');
    const refresh = command('refresh@2026-11-21T06:00Z', 'refresh');
    await log.publish(ingestCommand, [refresh, refresh, command('scan@now', 'scan')]);
    await asked.promise;
    await startProcess('two');
    // Whoever joins interrupts: the command comes again, to the one or to the other.
    await expect.poll(() => of('started'), WAIT).toHaveLength(2);
    gate.resolve();
    await expect.poll(() => of('ended'), WAIT).toEqual(['refresh@2026-11-21T06:00Z', 'scan@now']);
    const [done, joined] = (await told()).filter(({ state }) => state === 'ended');
    expect(done).toMatchObject({ sources: [{ source: 'test-dealer', processed: UNITS }] });
    expect(joined).toMatchObject({ joined: 'refresh@2026-11-21T06:00Z', outcome: done?.outcome });
    expect(new Set(await of('started'))).toEqual(new Set(['refresh@2026-11-21T06:00Z']));
  }, 480_000);
});
