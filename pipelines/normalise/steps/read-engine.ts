import { ok, type Outcome } from '../../outcome.ts';
import { readQuantity } from '../text/measure.ts';
import type { WithTexts } from './read-texts.ts';

export interface WithEngine {
  readonly fuel: 'gas' | 'diesel' | 'electric' | 'hybrid' | '';
  readonly horsepower: number | null;
}

const HORSEPOWER = [50, 800] as const;

/** Fuel in one of four words, and horsepower; '' and null for "N/A". */
export function readEngine<T extends WithTexts>(input: T): Outcome<T & WithEngine> {
  const { fields } = input.texts;
  const power = readQuantity(fields.horsepower);
  const isPlausible = power !== null && power >= HORSEPOWER[0] && power <= HORSEPOWER[1];
  return ok({
    ...input,
    fuel: fuelOf(fields.fuel),
    horsepower: isPlausible ? Math.round(power) : null,
  });
}

function fuelOf(text: string): WithEngine['fuel'] {
  if (text === '') return '';
  if (/hybrid/i.test(text)) return 'hybrid';
  if (/diesel|\btdi\b/i.test(text)) return 'diesel';
  if (/\bgas|petrol|unleaded|flex|e85/i.test(text)) return 'gas';
  return /electric|battery|\bev\b/i.test(text) ? 'electric' : '';
}
