import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AliasProposal } from '#schemas/api/staff-data.ts';
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
}

/** Spellings that listings and registrations use and the catalogue does not know, with what they may mean. */
export class AliasProposals {
  readonly #options: AliasProposalsOptions;
  readonly #meanings: ReturnType<typeof createMeaningProposer>;
  #found: { at: number; names: Promise<Found[]> } | undefined;

  constructor(options: AliasProposalsOptions) {
    this.#options = options;
    this.#meanings = createMeaningProposer(options.catalogue);
  }

  /** Those that may mean something nobody has decided on, the most used first. */
  async open(): Promise<AliasProposal[]> {
    const { catalogue, decisions } = this.#options;
    const names = await this.#names();
    return names.flatMap(({ name, meanings }) => {
      const said = meanings.map((meaning) => decisions.of(name.spelling, meaning));
      if (said.includes('accepted')) return [];
      const candidates = meanings.filter((_, at) => said[at] === undefined);
      if (candidates.length === 0) return [];
      const make = catalogue.makeById(name.makeId);
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
        candidates,
      };
    });
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
    const lines = await unknownLines(warehouse, LINES_MAX);
    const found = new Map<string, Found>();
    let turnEnds = performance.now() + TURN_MS;
    for (const name of [...makes, ...registered, ...types, ...lines]) {
      if (performance.now() > turnEnds) {
        await nextTurn();
        turnEnds = performance.now() + TURN_MS;
      }
      // In fields and in titles, written one way or another: one spelling.
      const spellings = name.inTitle === true ? makesInTitle(name.spelling) : [name.spelling];
      for (const spelling of spellings) {
        const key = `${name.isType === true ? 'type' : name.makeId} ${keyOf(words(spelling))}`;
        const known = found.get(key);
        const meanings = known?.meanings ?? this.#meaningsOf(name, spelling);
        found.set(key, { name: together(known?.name, { ...name, spelling }), meanings });
        if (meanings.length > 0) break;
      }
    }
    return [...found.values()]
      .filter(({ meanings }) => meanings.length > 0)
      .toSorted((a, b) => usesOf(b.name) - usesOf(a.name));
  }

  #meaningsOf({ makeId, isType }: UnknownName, spelling: string): Meaning[] {
    if (isType === true) return this.#meanings.types(spelling);
    if (makeId === '') return this.#meanings.makes(spelling);
    const make = this.#options.catalogue.makeById(makeId);
    return make === undefined ? [] : this.#meanings.lines(make, spelling);
  }
}

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
