import type { Clock } from '#platform/clock.ts';
import type { EventLog } from '#platform/log/port.ts';
import { ingestSources, type IngestSources } from '#schemas/events/ingest-sources.ts';
import { encodeEvent, tryDecodeEvent } from '#schemas/events/topic.ts';
import { knownSources, loadMapping } from '../files/load-mapping.ts';
import type { Mapping } from '../files/mapping.ts';
import type { Site } from '../scraper/site-file.ts';

type Told = IngestSources['sources'];

/** Says on `ingest.sources.v1` what there is to collect from, and what each known source is, where it has changed. */
export async function tellSources(
  { log, clock }: { log: EventLog; clock: Clock },
  sites: readonly Pick<Site, 'name' | 'mapping'>[],
): Promise<void> {
  const sources = await sourcesOf(sites);
  let last: Told | undefined;
  for await (const { messages } of log.readAll(ingestSources))
    for (const { value } of messages) last = tryDecodeEvent(ingestSources, value)?.sources ?? last;
  if (JSON.stringify(last) === JSON.stringify(sources)) return;
  const event = { at: clock().toISOString(), sources };
  await log.publish(ingestSources, [encodeEvent(ingestSources, event)]);
}

async function sourcesOf(sites: readonly Pick<Site, 'name' | 'mapping'>[]): Promise<Told> {
  const shipped = await Promise.all((await knownSources()).map((name) => loadMapping(name)));
  const category = (mapping: Mapping) => mapping.category ?? 'additional';
  const told = new Map<string, Told[number]>();
  for (const mapping of shipped)
    told.set(mapping.source, {
      source: mapping.source,
      category: category(mapping),
      collected: false,
    });
  for (const { name, mapping } of sites)
    told.set(name, { source: name, category: category(mapping), collected: true });
  return [...told.values()].toSorted((a, b) => (a.source < b.source ? -1 : 1));
}
