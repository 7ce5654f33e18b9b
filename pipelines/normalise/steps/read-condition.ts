import type { Condition, ListingCondition } from '#schemas/vocabulary.ts';
import { ok, type Outcome } from '../../outcome.ts';
import { remark, type Received } from '../draft.ts';
import type { WithTexts } from './read-texts.ts';
import type { WithYear } from './read-year.ts';
import type { WithName } from './resolve-name.ts';

export interface WithCondition {
  readonly condition: ListingCondition;
}

/** A unit this many model years old is hardly new any more. */
const OLD = 4;

/** New, used or certified: of the field's words, else of the title's beginning, else of the URL. */
export function readCondition<T extends Received & WithTexts & WithName & WithYear>(
  input: T,
): Outcome<T & WithCondition> {
  const { year, name, texts } = input;
  const { lower, slug, fields } = texts;
  const condition =
    conditionOfField(lower.condition) ??
    conditionOfTitle(lower.title, year, name) ??
    conditionOfTitle(slug, year, name) ??
    conditionOfPath(fields.url.toLowerCase()) ??
    'unknown';
  const isOld = condition === 'new' && input.observedYear - year >= OLD;
  const remarks = isOld ? remark(input.remarks, 'condition:new_but_old') : input.remarks;
  return ok({ ...input, condition, remarks });
}

/** What small letters say: `https://schema.org/usedcondition`, `pre-owned`, `n`, `cpo`. */
export function conditionOfField(words: string): Condition | undefined {
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
/** "Never used", "un-used", "new & used" before a year say nothing of this unit, nor do "as new" and "almost new". */
const NOT_USED = String.raw`(?<!\bun-|\bnever |\bnot |\bnever been |\bnew (?:&|and|or) )`;
const NOT_NEW = String.raw`(?<!\b(?:as|like|almost|nearly|not|than)[- ])`;

/**
 * At the beginning, or right before or behind the model year: "New price! Used 2021 Keystone", "2021 Used Keystone",
 * "2021 NEW Keystone". "New 2025 tires" and "2021 New tires" are of a part, and "2021 New Mar" of Newmar.
 */
function conditionOfTitle(
  words: string,
  year: number,
  { makeId, lineId }: WithName['name'],
): ListingCondition | undefined {
  if (/^\W*(?:certified|cpo)\b/.test(words)) return 'certified';
  const isUsed = new RegExp(
    String.raw`^\W*(?:used|pre-? ?owned|like[- ]new)\b|\blike[- ]new ${year}\b|${NOT_USED}\b(?:used|pre-? ?owned) ${year}\b|^\W*${year} (?:used|pre-? ?owned)\b`,
  );
  if (isUsed.test(words)) return 'used';
  const isNew = new RegExp(
    String.raw`${NOT_NEW}\bnew (?:my ?)?${year}\b|^\W*(?:brand )?new (?:my ?)?(?:${YEAR}|'?\d\d )|^\W*${year} new (\S.*)`,
  ).exec(words);
  if (isNew === null) return undefined;
  const [, behind] = isNew;
  if (behind === undefined) return 'new';
  // K-Z and kz, JayFlight and jay-flight: by letters and digits alone, and by the first word of a name.
  const ids = [makeId, lineId.slice(lineId.indexOf('/') + 1)].filter((id) => id !== '');
  const first = /^[a-z\d]+/.exec(behind)?.[0] ?? '';
  const plain = behind.replaceAll(/[^a-z\d]/g, '');
  const isNamed = ids.some(
    (id) => id.split('-', 1)[0] === first || plain.startsWith(id.replaceAll('-', '')),
  );
  return isNamed ? 'new' : undefined;
}

function conditionOfPath(url: string): ListingCondition | undefined {
  const match =
    /\/(?:inventory-?)?(new|used|pre-?owned|certified)(?:[-_]?(?:rvs?|inventory|vehicles?|campers?|trailers?|motorhomes?)[\w-]*)?\//.exec(
      url,
    );
  if (match === null) return undefined;
  return match[1] === 'new' ? 'new' : match[1] === 'certified' ? 'certified' : 'used';
}
