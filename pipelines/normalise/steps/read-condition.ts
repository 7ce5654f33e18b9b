import type { ListingCondition } from '#schemas/vocabulary.ts';
import { ok, type Outcome } from '../../outcome.ts';
import { remark, type Received } from '../draft.ts';
import type { WithTexts } from './read-texts.ts';
import type { WithYear } from './read-year.ts';

export interface WithCondition {
  readonly condition: ListingCondition;
}

/** A unit this many model years old is hardly new any more. */
const OLD = 4;

/** New, used or certified: of the field's words, else of the title's beginning, else of the URL. */
export function readCondition<T extends Received & WithTexts & WithYear>(
  input: T,
): Outcome<T & WithCondition> {
  const { lower, slug, fields } = input.texts;
  const condition =
    conditionOfField(lower.condition) ??
    conditionOfTitle(lower.title) ??
    conditionOfTitle(slug) ??
    conditionOfPath(fields.url.toLowerCase()) ??
    'unknown';
  const isOld = condition === 'new' && input.observedYear - input.year >= OLD;
  const remarks = isOld ? remark(input.remarks, 'condition:new_but_old') : input.remarks;
  return ok({ ...input, condition, remarks });
}

/** `https://schema.org/UsedCondition`, `Pre-Owned`, `N`, `CPO`. */
export function conditionOfField(words: string): ListingCondition | undefined {
  if (words === '') return undefined;
  if (/certif|\bcpo\b/.test(words) && !/not certif|uncertif/.test(words)) return 'certified';
  if (
    /(?<!un)used|pre-? ?owned|owned|refurb|second|consign|like[- ]new|not new|trade|damaged|salvage|\brental\b|\brepo|rebuilt|^u$/.test(
      words,
    )
  )
    return 'used';
  // Grades of how it has kept, which nobody gives to what is new.
  if (/^(?:very |extra )?(?:excellent|good|fair|poor)\b/.test(words)) return 'used';
  return /\bnew|newcondition|^n$/.test(words) ? 'new' : undefined;
}

const YEAR = String.raw`(?:19|20)\d\d\b`;
/** At the beginning, or right before or behind the year: "New price! Used 2021 Keystone", "2021 Used Keystone". */
const USED = new RegExp(
  String.raw`^\W*(?:used|pre-? ?owned|like[- ]new)\b|(?<!never )\b(?:used|pre-? ?owned) ${YEAR}|^\W*${YEAR} (?:used|pre-? ?owned)\b`,
);
/** "New Horizons Majestic" is a make: new counts only before a year, or behind it where no make is called so. */
const NEW = new RegExp(
  String.raw`\bnew (?:my ?)?${YEAR}|^\W*(?:brand )?new (?:my ?)?'?\d\d |^\W*${YEAR} new (?!horizons\b)`,
);

function conditionOfTitle(words: string): ListingCondition | undefined {
  if (/^\W*(?:certified|cpo)\b/.test(words)) return 'certified';
  if (USED.test(words)) return 'used';
  return NEW.test(words) ? 'new' : undefined;
}

function conditionOfPath(url: string): ListingCondition | undefined {
  const match =
    /\/(?:inventory-?)?(new|used|pre-?owned|certified)(?:[-_]?(?:rvs?|inventory|vehicles?|campers?|trailers?|motorhomes?)[\w-]*)?\//.exec(
      url,
    );
  if (match === null) return undefined;
  return match[1] === 'new' ? 'new' : match[1] === 'certified' ? 'certified' : 'used';
}
