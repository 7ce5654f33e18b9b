import { monthOf } from '#domain/valuation/age.ts';
import { ALL, type Contrast, type RegisteredPlace } from '#schemas/market-facts.ts';
import type { Warehouse } from '#warehouse/client.ts';
import { type RegisteredCount, registeredCounts } from '#warehouse/queries/registrations.ts';
import { counted } from './contrasts.ts';
import { spreadOfGrowth } from './spread-of-clusters.ts';

const YEAR = 12;

/** What is known so far of one place and condition. */
interface Told {
  state: string;
  condition: RegisteredPlace['condition'];
  through: number;
  /** Of the twelve months up to `through`, and of the twelve before. */
  now: Counted;
  before: Counted;
  types: Map<RegisteredCount['type'], number>;
  makes: Map<string, number>;
}

interface Counted {
  /** Registered, by month since January 1970. */
  months: Map<number, number>;
  registered: number;
}

/** What registration files tell of places, place by place. */
export type ToldPlaces = readonly Told[];

/**
 * The last twelve months that registration files tell of, by place and condition, against the twelve
 * before. Offices publish when they do: each place has its own last month, and is compared with itself
 * alone. One that has told nothing of the last year is left out. `asOf`: milliseconds since 1970.
 */
export async function registeredPlaces(
  warehouse: Warehouse,
  asOf: number,
): Promise<RegisteredPlace[]> {
  return placesOf(await toldPlaces(warehouse, asOf));
}

/** The same, month by month. */
export async function toldPlaces(warehouse: Warehouse, asOf: number): Promise<ToldPlaces> {
  const oldest = monthOf(asOf) - YEAR;
  const from = new Date(Date.UTC(1970, oldest - 2 * YEAR + 1)).toISOString().slice(0, 10);
  const places = new Map<string, Told>();
  for await (const rows of registeredCounts(warehouse, from))
    for (const row of rows) {
      const key = `${row.state} ${row.condition}`;
      const month = monthOf(Date.parse(row.month));
      const place = places.get(key) ?? startOf(row, month); // the newest month comes first
      places.set(key, place);
      count(place, row, month);
    }
  return [...places.values()].filter(({ through }) => through >= oldest);
}

export const placesOf = (places: ToldPlaces): RegisteredPlace[] => places.map(factOf);

const startOf = ({ state, condition }: RegisteredCount, through: number): Told => ({
  state,
  condition,
  through,
  now: { months: new Map(), registered: 0 },
  before: { months: new Map(), registered: 0 },
  types: new Map(),
  makes: new Map(),
});

function count(place: Told, row: RegisteredCount, month: number): void {
  const age = place.through - month;
  if (age >= 2 * YEAR) return;
  const year = age < YEAR ? place.now : place.before;
  add(year.months, month, row.registered);
  year.registered += row.registered;
  if (year === place.before) return;
  if (row.type !== '') add(place.types, row.type, row.registered);
  if (row.make_id !== '') add(place.makes, row.make_id, row.registered);
}

function add<Key>(counts: Map<Key, number>, key: Key, more: number): void {
  counts.set(key, (counts.get(key) ?? 0) + more);
}

function factOf({ state, condition, through, now, before, types, makes }: Told): RegisteredPlace {
  return {
    state,
    condition,
    through,
    months: now.months.size,
    registered: now.registered,
    before: isWhole({ now, before }) ? before.registered : null,
    topType: most(types) || null,
    topMakeId: most(makes),
  };
}

const isWhole = ({ now, before }: Pick<Told, 'now' | 'before'>): boolean =>
  now.months.size === YEAR && before.months.size === YEAR;

/**
 * Each place's year against the one before, where every month of both was told. An office's months differ
 * by more than chance would have them, since it books in heaps: how much the twelve differ from those a
 * year before is the error, and they are twelve.
 */
export function registeredChanges(places: ToldPlaces): Contrast[] {
  return places.flatMap(({ state, condition, through, now, before }) => {
    if (!isWhole({ now, before }) || now.registered === 0 || before.registered === 0) return [];
    const heaps = [...now.months].map(([month, registered]) => ({
      cluster: String(month),
      sum: registered,
      n: before.months.get(month - YEAR) ?? 0,
    }));
    const own = counted(now.registered);
    const others = counted(before.registered);
    const { difference, clusters } = spreadOfGrowth(heaps);
    const error = Math.max(difference, Math.hypot(own.error, others.error));
    const rest = { type: ALL, region: ALL, condition, place: { state, through } } as const;
    return [{ measure: 'registered', ...rest, own, others, error, clusters }];
  });
}

/** What was counted most; null where nothing was. */
function most<Key>(counts: ReadonlyMap<Key, number>): Key | null {
  let found: [Key, number] | undefined;
  for (const entry of counts) if (found === undefined || entry[1] > found[1]) found = entry;
  return found?.[0] ?? null;
}
