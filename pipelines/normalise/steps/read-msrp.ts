import { ok, type Outcome } from '../../outcome.ts';
import { mostAsked } from '../dearest.ts';
import { remark, type Received } from '../draft.ts';
import { readSums } from '../text/money.ts';
import type { WithCondition } from './read-condition.ts';
import type { WithPrice } from './read-price.ts';
import type { WithTexts } from './read-texts.ts';
import type { WithType } from './read-type.ts';
import type { WithYear } from './read-year.ts';
import type { WithName } from './resolve-name.ts';

export interface WithMsrp {
  /** Whole US dollars; null where it cannot be the sticker price. */
  readonly msrp: number | null;
}

type Priced = Received & WithName & WithType & WithYear & WithCondition & WithPrice;

const LEAST = 3_000;
/** Sticker over ask: dealers ask up to a third more than it, and rarely less than half of it. */
const RATIO = [0.7, 2.5] as const;

/** The sticker price. Of a used unit the "MSRP" is a crossed-out asking price, so it is left out. */
export function readMsrp<T extends Priced & WithTexts>(input: T): Outcome<T & WithMsrp> {
  const [sum] = readSums(input.texts.fields.msrp);
  if (sum?.currency === 'foreign')
    return ok({ ...input, msrp: null, remarks: remark(input.remarks, 'msrp:not_usd') });
  const named = input.condition === 'new' ? input.price.namedSticker : null;
  const stated = sum === undefined || sum.amount === 0 ? (named ?? 0) : sum.amount;
  if (stated === 0) return ok({ ...input, msrp: null });
  const refusal = whyNot(stated, input);
  if (refusal === '') return ok({ ...input, msrp: Math.round(stated) });
  return ok({ ...input, msrp: null, remarks: remark(input.remarks, `msrp:${refusal}`) });
}

function whyNot(stated: number, unit: Priced): string {
  const { condition, price } = unit;
  if (condition !== 'new') return 'not_of_a_new_unit';
  if (!(stated >= LEAST && stated <= mostAsked(unit))) return 'implausible';
  if (price.amount === null) return '';
  const ratio = stated / price.amount;
  return ratio >= RATIO[0] && ratio <= RATIO[1] ? '' : 'does_not_fit_the_price';
}
