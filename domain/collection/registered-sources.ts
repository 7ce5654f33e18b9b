import type { RegisteredSource } from '#schemas/api/data.ts';
import type { RunSummary } from '#schemas/api/staff-health.ts';
import type { IngestSources, SourceCategory } from '#schemas/events/ingest-sources.ts';
import { badness, judgeSource, NOTHING, type JudgedSource } from '../health/judge-source.ts';

/** What the log and the warehouse know, of which the registered sources are told. */
export interface CollectedFacts {
  /** What the ingest role has; undefined where it has not said so yet. */
  known: IngestSources | undefined;
  /** The sources of this market that are set up or have run, each judged as for staff. */
  judged: readonly (Pick<JudgedSource, 'state' | 'told' | 'freshness'> & {
    source: string;
    lastRun: Pick<RunSummary, 'state'> | null;
  })[];
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
type Judged = CollectedFacts['judged'][number];

/** The sources of the admin page, in its order, each as it is: one that nothing feeds has never run. */
export function registeredSources(facts: CollectedFacts, now: Date): RegisteredSource[] {
  const { known, judged, registrations } = facts;
  const ofRegistrations = new Set(registrations.map(({ source }) => source));
  const categories = new Map(known?.sources.map(({ source, category }) => [source, category]));
  const unheardOf = judgeSource({ runs: [], now });

  const inCategory = (category: SourceCategory): Judged[] =>
    judged
      .filter(({ source }) => !ofRegistrations.has(source))
      .filter(({ source }) => (categories.get(source) ?? 'additional') === category)
      .toSorted((a, b) => (a.source < b.source ? -1 : 1));
  /** A file that does not say of what condition its vehicles are tells of both. */
  const registered = (condition: 'new' | 'used'): Judged[] =>
    registrations
      .filter(({ conditions }) => conditions.some((one) => one === condition || one === 'unknown'))
      .map(
        ({ source }) =>
          judged.find((each) => each.source === source) ?? { ...unheardOf, source, lastRun: null },
      );

  return [
    grouped('new-registrations', registered('new')),
    grouped('used-registrations', registered('used')),
    buyers(facts.buyersTell),
    grouped('dealers', inCategory('dealers')),
    grouped('marketplace', inCategory('marketplace')),
    grouped('additional', inCategory('additional')),
  ];
}

const toMember = ({ source, state, told, freshness }: Judged): Member => ({
  source,
  state,
  detail: told,
  lastUpdate: freshness.lastAt,
});

/** As its worst is, and why; of several by name, with how many are as bad. */
function grouped(id: RegisteredSource['id'], judged: readonly Judged[]): RegisteredSource {
  const [worst] = judged.toSorted((a, b) => badness(b) - badness(a) || waitsForStaff(a, b));
  const sources = judged.map(toMember);
  const updates = sources.flatMap(({ lastUpdate }) => lastUpdate ?? []).toSorted();
  return {
    id,
    name: NAMES[id],
    state: worst?.state ?? NOTHING.state,
    detail: worst === undefined ? NOTHING.told : detailOf(worst, judged),
    lastUpdate: updates.at(-1) ?? null,
    sources,
  };
}

const ALL_WELL = 'Their last runs came in.';

function detailOf(worst: Judged, all: readonly Judged[]): string {
  if (all.length === 1) return worst.told;
  if (all.every(({ state }) => state === 'healthy')) return ALL_WELL;
  const why = `${worst.source}: ${worst.told}`;
  const many = all.filter(({ state }) => state === worst.state).length;
  const isBad = worst.state === 'failing' || worst.state === 'stale';
  return many > 1 && isBad ? `${many} of ${all.length} are ${worst.state}; ${why}` : why;
}

/** A site that blocked us comes first: what failed is tried again by itself. */
const waitsForStaff = (a: Judged, b: Judged): number =>
  Number(b.lastRun?.state === 'blocked') - Number(a.lastRun?.state === 'blocked');

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
