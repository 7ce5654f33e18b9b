import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AliasProposal, UnknownSpelling } from '#schemas/api/staff-data.ts';
import type { Catalogue } from '#domain/catalogue/catalogue.ts';
import type { AliasDecisions } from '#domain/names/alias-decisions.ts';
import { makesInTitle } from '#domain/names/make-in-title.ts';
import { createMeaningProposer, type Meaning } from '#domain/names/propose-meanings.ts';
import { keyOf, words } from '#domain/names/text.ts';
import type { Clock } from '#platform/clock.ts';
import type { Warehouse } from '#warehouse/client.ts';
import { fromWarehouseInstant } from '#warehouse/instants.ts';
import {
  unknownLines,
  unknownListedMakes,
  unknownMakes,
  unknownRegisteredMakes,
  unknownRegisteredTypes,
  type UnknownName,
} from '#warehouse/queries/unknown-names.ts';

/** The commonest spellings; what a handful of listings write is not worth a person's look. */
const LINES_MAX = 1_000;
const MAKES_MAX = 1_000;
const TYPES_MAX = 1_000;
const LETTERS_MAX = 5_000;
/** As many as the warehouse gives of one. */
const EXAMPLES = 3;
/** Names change with a compute or a replay: a look at the warehouse holds for so long. */
const HOLDS_MS = 60_000;
/** How long comparing may hold the event loop before others get a turn. */
const TURN_MS = 15;

interface AliasProposalsOptions {
  warehouse: Warehouse;
  catalogue: Catalogue;
  decisions: AliasDecisions;
  clock: Clock;
  /** The snapshot that is served: the listings change with it. Undefined before the first. */
  snapshotId: () => string | undefined;
}

/** Spellings that listings and registrations use and the catalogue does not know, with what they may mean. */
export class AliasProposals {
  readonly #options: AliasProposalsOptions;
  readonly #meanings: ReturnType<typeof createMeaningProposer>;
  #found: { at: number; names: Promise<Found[]> } | undefined;
  #listed: { snapshotId: string | undefined; names: UnknownName[] } | undefined;

  constructor(options: AliasProposalsOptions) {
    this.#options = options;
    this.#meanings = createMeaningProposer(options.catalogue);
  }

  /** Those that may mean something nobody has decided on, the most used first. */
  async open(): Promise<AliasProposal[]> {
    const { decisions } = this.#options;
    return (await this.#undecided()).flatMap(({ name, meanings }) => {
      const candidates = meanings.filter(
        (meaning) => decisions.of(name.spelling, meaning) === undefined,
      );
      return candidates.length === 0 ? [] : { ...this.#told(name), candidates };
    });
  }

  /** Makes and types that are like none of the catalogue, the most used first: nobody can say what they mean. */
  async unknown(): Promise<UnknownSpelling[]> {
    return (await this.#undecided())
      .filter(({ name, meanings }) => meanings.length === 0 && name.makeId === '')
      .map(({ name }) => this.#told(name));
  }

  async #undecided(): Promise<Found[]> {
    const { decisions } = this.#options;
    const names = await this.#names();
    return names.filter(({ name }) => !decisions.isAccepted(name.spelling, name));
  }

  #told(name: UnknownName): UnknownSpelling {
    const make = this.#options.catalogue.makeById(name.makeId);
    return {
      alias: name.spelling,
      of: name.isType === true ? 'type' : name.makeId === '' ? 'make' : 'line',
      make: make === undefined ? null : { id: make.id, name: make.name },
      listings: name.listings,
      registrations: name.registrations,
      sources: name.sources.toSorted(),
      examples: name.examples.map(([source, title, url, seenAt]) => ({
        source,
        title,
        url,
        seenAt: fromWarehouseInstant(seenAt),
      })),
    };
  }

  /** One look for all who ask meanwhile; one that failed is not kept. */
  #names(): Promise<Found[]> {
    const now = this.#options.clock().getTime();
    if (this.#found !== undefined && now - this.#found.at < HOLDS_MS) return this.#found.names;
    const names = this.#look();
    this.#found = { at: now, names };
    names.catch(() => (this.#found = undefined));
    return names;
  }

  async #look(): Promise<Found[]> {
    const { warehouse } = this.#options;
    const makes = await unknownMakes(warehouse, { letters: LETTERS_MAX, limit: MAKES_MAX });
    const registered = await unknownRegisteredMakes(warehouse, MAKES_MAX);
    const types = await unknownRegisteredTypes(warehouse, TYPES_MAX);
    const listed = await this.#ofListings();
    const found = new Map<string, Found>();
    let turnEnds = performance.now() + TURN_MS;
    for (const name of [...makes, ...registered, ...types, ...listed]) {
      if (performance.now() > turnEnds) {
        await nextTurn();
        turnEnds = performance.now() + TURN_MS;
      }
      const read = this.#read(name, found);
      if (read === undefined) continue;
      const { key, spelling, meanings } = read;
      found.set(key, { name: together(found.get(key)?.name, { ...name, spelling }), meanings });
    }
    return [...found.values()].toSorted((a, b) => usesOf(b.name) - usesOf(a.name));
  }

  /** They change with the market alone, and a look goes through all of it. */
  async #ofListings(): Promise<UnknownName[]> {
    const { warehouse, snapshotId } = this.#options;
    const id = snapshotId();
    if (id !== undefined && this.#listed?.snapshotId === id) return this.#listed.names;
    const makes = await unknownListedMakes(warehouse, MAKES_MAX);
    const names = [...makes, ...(await unknownLines(warehouse, LINES_MAX))];
    this.#listed = { snapshotId: id, names };
    return names;
  }

  /**
   * The spelling a name goes by: of what may be the make in a title the one that is most like a name of the catalogue,
   * "Forrest Rivver" and not "Forrest", but "Coachmenn" and not "Coachmenn Apex". Written one way or another, in fields
   * and in titles, it is one, and has one key.
   */
  #read(
    name: UnknownName,
    found: ReadonlyMap<string, Found>,
  ): { key: string; spelling: string; meanings: Meaning[] } | undefined {
    const spellings = name.inTitle === true ? makesInTitle(name.spelling) : [name.spelling];
    const read = spellings.map((spelling) => {
      const key = `${name.isType === true ? 'type' : name.makeId} ${keyOf(words(spelling))}`;
      const meanings = found.get(key)?.meanings ?? this.#meaningsOf(name, spelling);
      return { key, spelling, meanings };
    });
    const [best] = read.toSorted((a, b) => likenessOf(b) - likenessOf(a));
    return best;
  }

  #meaningsOf({ makeId, isType }: UnknownName, spelling: string): Meaning[] {
    if (isType === true) return this.#meanings.types(spelling);
    if (makeId === '') return this.#meanings.makes(spelling);
    const make = this.#options.catalogue.makeById(makeId);
    return make === undefined ? [] : this.#meanings.lines(make, spelling);
  }
}

/** The likeliest comes first. */
const likenessOf = ({ meanings }: Pick<Found, 'meanings'>): number => meanings[0]?.likeness ?? 0;

const usesOf = ({ listings, registrations }: UnknownName): number => listings + registrations;

function together(known: UnknownName | undefined, name: UnknownName): UnknownName {
  if (known === undefined) return name;
  return {
    ...known,
    spelling: known.inTitle === true ? name.spelling : known.spelling,
    inTitle: known.inTitle === true && name.inTitle === true,
    listings: known.listings + name.listings,
    registrations: known.registrations + name.registrations,
    sources: [...new Set([...known.sources, ...name.sources])],
    examples: [...known.examples, ...name.examples].slice(0, EXAMPLES),
  };
}

interface Found {
  name: UnknownName;
  meanings: Meaning[];
}
