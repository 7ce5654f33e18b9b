import { YEAR_MAX_AHEAD, YEAR_MIN } from '#schemas/constants.ts';
import { MILEAGE_MAX } from '#schemas/api/analysis.ts';

export type RefusalCode =
  'no_market_data' | 'unknown_make' | 'year_out_of_range' | 'mileage_out_of_range' | 'bad_as_of';

/** Why there is no value, for people: names the value that was wrong and what would do. */
export interface Refusal {
  refused: RefusalCode;
  message: string;
  /** Nearest known names, where a name was the trouble. */
  suggestions: string[];
}

export const noMarketData = (): Refusal =>
  refuse('no_market_data', 'There is no market data yet, so nothing can be valued.');

export const unknownMake = (make: string, suggestions: string[]): Refusal => ({
  refused: 'unknown_make',
  message: `The make "${make}" is not known. Check its spelling, or name the type, such as "travel trailer".`,
  suggestions,
});

/** The whole reason in one text, for where suggestions have no place of their own. */
export function inOneText({
  message,
  suggestions,
}: Pick<Refusal, 'message' | 'suggestions'>): string {
  const last = suggestions.at(-1);
  if (last === undefined) return message;
  const others = suggestions.slice(0, -1).join(', ');
  return `${message} Did you mean ${others === '' ? last : `${others} or ${last}`}?`;
}

/** Refuses a year or mileage outside what is sold; `latest` is the calendar year valued at. */
export function outOfRange(
  year: number,
  mileage: number | undefined,
  latest: number,
): Refusal | undefined {
  const last = latest + YEAR_MAX_AHEAD;
  if (!Number.isInteger(year) || year < YEAR_MIN || year > last)
    return refuse('year_out_of_range', `Year ${year} is not between ${YEAR_MIN} and ${last}.`);
  if (mileage !== undefined && !(mileage >= 0 && mileage <= MILEAGE_MAX))
    return refuse(
      'mileage_out_of_range',
      `Mileage ${mileage} is not between 0 and ${MILEAGE_MAX} miles.`,
    );
  return undefined;
}

export function refuse(refused: RefusalCode, message: string): Refusal {
  return { refused, message, suggestions: [] };
}
