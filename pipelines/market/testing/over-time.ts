import { drawMarket, LAST_DAY, type TrueUnit } from '../../valuation/testing/market.ts';

const DAYS = 1_000;
const DAYS_A_YEAR = 365.2425;
/** Log price that the drawn market's units lose in a year, in the mean. */
const YEARLY_LOSS = 0.075;

/** A drawn market whose units were last seen over three years, two thirds of them gone since: no month differs. */
export function marketOverTime(options: { units: number; seed: number }): TrueUnit[] {
  return drawMarket(options).map((unit, at) => {
    const current = at % 3 === 0;
    const day = current ? LAST_DAY : LAST_DAY - ((at * 7919) % DAYS);
    const years = (unit.day - day) / DAYS_A_YEAR;
    const year = unit.year - Math.round(years);
    // Nearly as old then as drawn; the rest of a year is priced in.
    const younger = years - Math.round(years);
    const price = Math.round((unit.price ?? 1) * Math.exp(YEARLY_LOSS * younger));
    return { ...unit, day, year, current, price };
  });
}
