import type { CatalogueDecision } from '#schemas/events/catalogue-decision.ts';
import type { AcceptedAlias } from './accepted-aliases.ts';
import { keyOf, words } from './text.ts';

/**
 * What was decided of spellings, followed in the order of the log. A make's spelling means one make, a line's
 * spelling one line of its make: the last one that was accepted and not refused since.
 */
export class AliasDecisions {
  readonly #accepted = new Map<string, AcceptedAlias>();
  readonly #last = new Map<string, CatalogueDecision>();
  #changes = 0;
  #makeChanges = 0;

  /** @returns whether names are understood otherwise from now on */
  apply(decision: CatalogueDecision): boolean {
    const { alias, makeId, lineId } = decision;
    const changes = this.changesWith(decision);
    const meaning = meaningOf(alias, makeId, lineId);
    // The newest last.
    this.#last.delete(meaning);
    this.#last.set(meaning, decision);
    if (!changes) return false;
    const place = placeOf(decision);
    const before = this.#accepted.get(place);
    if (decision.decision === 'refused') this.#accepted.delete(place);
    else {
      // What was accepted in its place is in force no more: nobody has refused it, so it may be proposed again.
      if (before !== undefined)
        this.#last.delete(meaningOf(before.alias, before.makeId, before.lineId));
      this.#accepted.set(place, { alias, makeId, lineId });
    }
    this.#changes += 1;
    if (lineId === '') this.#makeChanges += 1;
    return true;
  }

  /** Whether it would change how names are understood. */
  changesWith({ decision, ...meant }: Omit<CatalogueDecision, 'at'>): boolean {
    const before = this.#accepted.get(placeOf(meant));
    const isMeant = before?.makeId === meant.makeId && before.lineId === meant.lineId;
    return isMeant !== (decision === 'accepted');
  }

  /** In the order of their spellings: the same decisions give the same list. */
  get accepted(): AcceptedAlias[] {
    return [...this.#accepted]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([, accepted]) => accepted);
  }

  /**
   * How often what is accepted has changed: of two processes that have read as much of the log the same, and never
   * less than before. Added to the version of the normaliser's code it orders the facts.
   */
  get changes(): number {
    return this.#changes;
  }

  /** How often of these what is accepted for a make has. Who reads no lines has changed so often. */
  get makeChanges(): number {
    return this.#makeChanges;
  }

  /** The last word on each spelling and meaning, the newest first; accepted is only what is in force. */
  get all(): CatalogueDecision[] {
    return [...this.#last.values()].toReversed();
  }

  /** Whether there was a word on this spelling and meaning, and which. */
  of(alias: string, makeId: string, lineId: string): CatalogueDecision['decision'] | undefined {
    return this.#last.get(meaningOf(alias, makeId, lineId))?.decision;
  }
}

const meaningOf = (alias: string, makeId: string, lineId: string): string =>
  JSON.stringify([keyOf(words(alias)), makeId, lineId]);

/** Where a spelling can mean one thing: among makes, or among the lines of one. */
const placeOf = ({ alias, makeId, lineId }: AcceptedAlias): string =>
  `${lineId === '' ? '' : makeId}:${keyOf(words(alias))}`;
