import { RV_TYPES, type RvTypeId } from '#schemas/vocabulary.ts';
import { ACCURACY } from '../../content/accuracy.ts';
import { usd } from '../../ui/format.ts';

interface Band {
  from: number | null;
  to: number | null;
}
interface BandWords {
  under: (to: string) => string;
  between: (from: string, to: string) => string;
  over: (from: string) => string;
}

export const typeName = (type: RvTypeId): string =>
  RV_TYPES.find(({ id }) => id === type)?.name ?? type;
export const ageName = (band: Band): string => bandName(ACCURACY.age, band, String);
export const priceName = (band: Band): string => bandName(ACCURACY.price, band, usd);

function bandName(words: BandWords, { from, to }: Band, show: (bound: number) => string): string {
  if (from === null) return words.under(show(to ?? 0));
  return to === null ? words.over(show(from)) : words.between(show(from), show(to));
}
