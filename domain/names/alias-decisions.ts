import type { CatalogueDecision } from '#schemas/events/catalogue-decision.ts';
import type { TypeDecision } from '#schemas/events/type-decision.ts';
import type { RvTypeId } from '#schemas/vocabulary.ts';
import type { AcceptedAlias } from './accepted-aliases.ts';
import { keyOf, words } from './text.ts';

/** What a spelling may mean: a make, a line of it, or a type of RV, which has neither. */
export interface Meant {
  makeId: string;
  lineId: string;
  type: RvTypeId | '';
}

/** What was said of a spelling and one meaning of it. */
export interface AliasDecision
  extends Meant, Pick<CatalogueDecision, 'alias' | 'decision' | 'at'> {}

export const ofName = (decision: CatalogueDecision): AliasDecision => ({ ...decision, type: '' });
export const ofType = (decision: TypeDecision): AliasDecision => ({
  ...decision,
  makeId: '',
  lineId: '',
});

/**
 * What was decided of spellings, followed in the order of the log. A make's spelling means one make, a line's
 * spelling one line of its make, a type's one type: the last one that was accepted and not refused since.
 */
export class AliasDecisions {
  readonly #accepted = new Map<string, AcceptedAlias & Meant>();
  readonly #last = new Map<string, AliasDecision>();
  #changes = 0;
  #registrationChanges = 0;

  /** @returns whether names are understood otherwise from now on */
  apply(decision: AliasDecision): boolean {
    const { alias, makeId, lineId, type } = decision;
    const changes = this.changesWith(decision);
    const meaning = meaningOf(alias, decision);
    // The newest last.
    this.#last.delete(meaning);
    this.#last.set(meaning, decision);
    if (!changes) return false;
    const place = placeOf(decision);
    const before = this.#accepted.get(place);
    if (decision.decision === 'refused') this.#accepted.delete(place);
    else {
      // What was accepted in its place is in force no more: nobody has refused it, so it may be proposed again.
      if (before !== undefined) this.#last.delete(meaningOf(before.alias, before));
      this.#accepted.set(place, { alias, makeId, lineId, type });
    }
    if (type === '') this.#changes += 1;
    if (lineId === '') this.#registrationChanges += 1;
    return true;
  }

  /** Whether it would change how names are understood. */
  changesWith({ decision, ...meant }: Omit<AliasDecision, 'at'>): boolean {
    const before = this.#accepted.get(placeOf(meant));
    const isMeant =
      before?.makeId === meant.makeId &&
      before.lineId === meant.lineId &&
      before.type === meant.type;
    return isMeant !== (decision === 'accepted');
  }

  /** Of makes and lines, in the order of their spellings: the same decisions give the same list. */
  get accepted(): AcceptedAlias[] {
    return [...this.#accepted]
      .filter(([, { type }]) => type === '')
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([, { alias, makeId, lineId }]) => ({ alias, makeId, lineId }));
  }

  /** The type that a spelling was accepted for; '' where it was for none. */
  typeOf(text: string): RvTypeId | '' {
    return this.#accepted.get(placeOfType(text))?.type ?? '';
  }

  /** Whether the spelling was accepted: for whatever make, line of this make, or type. */
  isAccepted(text: string, { makeId, isType }: { makeId: string; isType?: boolean }): boolean {
    return this.#accepted.has(
      isType === true ? placeOfType(text) : `${makeId}:${keyOf(words(text))}`,
    );
  }

  /**
   * How often what is accepted of makes and lines has changed: of two processes that have read as much of the log the same, and never
   * less than before. Added to the version of the normaliser's code it orders the facts.
   */
  get changes(): number {
    return this.#changes;
  }

  /** The same of makes and types, which are what registrations name. */
  get registrationChanges(): number {
    return this.#registrationChanges;
  }

  /** The last word on each spelling and meaning, the newest first; accepted is only what is in force. */
  get all(): AliasDecision[] {
    return [...this.#last.values()].toReversed();
  }

  /** Whether there was a word on this spelling and meaning, and which. */
  of(alias: string, meant: Meant): AliasDecision['decision'] | undefined {
    return this.#last.get(meaningOf(alias, meant))?.decision;
  }
}

const meaningOf = (alias: string, { makeId, lineId, type }: Meant): string =>
  JSON.stringify([keyOf(words(alias)), makeId, lineId, type]);

/** Where a spelling can mean one thing: among makes, among the lines of one, or among types. */
const placeOf = ({ alias, makeId, lineId, type }: AcceptedAlias & Meant): string =>
  type === '' ? `${lineId === '' ? '' : makeId}:${keyOf(words(alias))}` : placeOfType(alias);

const placeOfType = (text: string): string => `type::${keyOf(words(text))}`;
