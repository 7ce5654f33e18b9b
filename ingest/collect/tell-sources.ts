import type { Clock } from '#platform/clock.ts';
import { lastEvent } from '#platform/log/last-event.ts';
import type { EventLog } from '#platform/log/port.ts';
import { ingestSources, type IngestSources } from '#schemas/events/ingest-sources.ts';
import { encodeEvent } from '#schemas/events/topic.ts';
import { knownSources, loadMapping } from '../files/load-mapping.ts';
import type { Mapping } from '../files/mapping.ts';
import type { Site } from '../scraper/site-file.ts';

interface Telling {
  log: EventLog;
  clock: Clock;
}

type Told = IngestSources['sources'];

/**
 * Says on `ingest.sources.v1` what there is to collect from, and what each known source is, where it has changed.
 * What was said before stays of those that nothing is collected from: of files, and of sites that were taken away.
 */
export async function tellSources(
  telling: Telling,
  sites: readonly Pick<Site, 'name' | 'mapping'>[],
): Promise<void> {
  const last = await lastTold(telling.log);
  const own = await sourcesOf(sites);
  const before = (last ?? []).map((each) => ({ ...each, collected: false }));
  await tell(telling, last, [...before, ...own]);
}

/** Says what the source of a file is, where it is another than what is known or taken for granted of it. */
export async function tellSource(telling: Telling, mapping: Mapping): Promise<void> {
  await telling.log.ensureTopics([ingestSources]);
  const last = await lastTold(telling.log);
  const { source } = mapping;
  const category = categoryOf(mapping);
  const known = last?.find((each) => each.source === source);
  if (category === (known?.category ?? NOTHING_IN_PARTICULAR)) return;
  const own = { source, category, collected: known?.collected ?? false };
  await tell(telling, last, [...(last ?? []), own]);
}

const NOTHING_IN_PARTICULAR = 'additional';
const categoryOf = ({ category }: Mapping) => category ?? NOTHING_IN_PARTICULAR;

/** Of a source that is there twice the later holds. */
async function tell({ log, clock }: Telling, last: Told | undefined, all: Told): Promise<void> {
  const sources = [...new Map(all.map((each) => [each.source, each])).values()].toSorted((a, b) =>
    a.source < b.source ? -1 : 1,
  );
  if (JSON.stringify(last) === JSON.stringify(sources)) return;
  const event = { at: clock().toISOString(), sources };
  await log.publish(ingestSources, [encodeEvent(ingestSources, event)]);
}

const lastTold = async (log: EventLog): Promise<Told | undefined> =>
  (await lastEvent(log, ingestSources))?.sources;

async function sourcesOf(sites: readonly Pick<Site, 'name' | 'mapping'>[]): Promise<Told> {
  const shipped = await Promise.all((await knownSources()).map((name) => loadMapping(name)));
  return [
    ...shipped.map((mapping) => ({
      source: mapping.source,
      category: categoryOf(mapping),
      collected: false,
    })),
    ...sites.map(({ name, mapping }) => ({
      source: name,
      category: categoryOf(mapping),
      collected: true,
    })),
  ];
}
