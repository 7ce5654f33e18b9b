import type { RegisteredSource } from '#schemas/api/data.ts';
import type { IngestSources, SourceCategory } from '#schemas/events/ingest-sources.ts';
import { stateOf, worstOf, type SourceFacts } from './source-state.ts';

/** What the log and the warehouse know, of which the registered sources are told. */
export interface CollectedFacts {
  /** What the ingest role has; undefined where it has not said so yet. */
  known: IngestSources | undefined;
  /** By source, what its runs came to. */
  runs: ReadonlyMap<string, Pick<SourceFacts, 'lastRun' | 'lastUpdate'>>;
  /** Sources of registrations, with the conditions they tell of. */
  registrations: readonly { source: string; conditions: readonly string[] }[];
  /** Whether enough buyers contributed for figures of them. */
  buyersTell: boolean;
}

const NAMES: Readonly<Record<RegisteredSource['id'], string>> = {
  'new-registrations': 'New RV registrations',
  'used-registrations': 'Used RV registrations',
  'buyer-demographics': 'Buyer demographics',
  dealers: 'RV dealer data',
  marketplace: 'Listings marketplace',
  additional: 'Additional sources',
};

type Member = RegisteredSource['sources'][number];

/** The sources of the admin page, in its order, each as it is: one that nothing feeds has never run. */
export function registeredSources(facts: CollectedFacts, now: Date): RegisteredSource[] {
  const { known, runs, registrations } = facts;
  const ofRegistrations = new Set(registrations.map(({ source }) => source));
  const given = new Map(known?.sources.map((each) => [each.source, each]));
  const memberOf = (source: string): Member => {
    const collected = given.get(source)?.collected ?? false;
    const { lastRun, lastUpdate } = runs.get(source) ?? { lastRun: undefined, lastUpdate: null };
    return { source, ...stateOf({ collected, lastRun, lastUpdate }, now), lastUpdate };
  };

  /** Of listings: those that are collected from, and those of which a run was told. */
  const listed = [...given.values()]
    .filter(({ source, collected }) => collected || runs.has(source))
    .map(({ source }) => source);
  const others = [...runs.keys()].filter((source) => !given.has(source));
  const inCategory = (category: SourceCategory): Member[] =>
    [...listed, ...(category === 'additional' ? others : [])]
      .filter((source) => !ofRegistrations.has(source))
      .filter((source) => (given.get(source)?.category ?? 'additional') === category)
      .toSorted()
      .map(memberOf);
  /** A file that does not say of what condition its vehicles are tells of both. */
  const registered = (condition: 'new' | 'used'): Member[] =>
    registrations
      .filter(({ conditions }) => conditions.some((one) => one === condition || one === 'unknown'))
      .map(({ source }) => memberOf(source));

  return [
    grouped('new-registrations', registered('new')),
    grouped('used-registrations', registered('used')),
    buyers(facts.buyersTell),
    grouped('dealers', inCategory('dealers')),
    grouped('marketplace', inCategory('marketplace')),
    grouped('additional', inCategory('additional')),
  ];
}

function grouped(id: RegisteredSource['id'], sources: Member[]): RegisteredSource {
  const { state, detail } = worstOf(sources);
  const updates = sources.flatMap(({ lastUpdate }) => lastUpdate ?? []).toSorted();
  return { id, name: NAMES[id], state, detail, lastUpdate: updates.at(-1) ?? null, sources };
}

/** Told by those who contribute, and never when one of them did. */
const buyers = (tell: boolean): RegisteredSource => ({
  id: 'buyer-demographics',
  name: NAMES['buyer-demographics'],
  state: tell ? 'healthy' : 'configured',
  detail: tell
    ? 'From what buyers contribute, in aggregate.'
    : 'From what buyers contribute; too few have.',
  lastUpdate: null,
  sources: [],
});
