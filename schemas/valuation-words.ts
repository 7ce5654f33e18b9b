import type { AnalysisRequest, Valuation } from './api/analysis.ts';
import { splitMake } from './names.ts';
import { MOTORHOME_TYPES, RV_TYPES } from './vocabulary.ts';

/**
 * What heads a valuation, on the page and in its report: `2019 Jayco Jay Flight 28QZX`, as the names were understood.
 * A model that nobody knows stands as it was typed, without the make typed in front of it: what was understood of it
 * may be only some of its words.
 */
export function valuedName(
  { make, line, floorplan, lineStatus }: Valuation['resolved'],
  { year, model }: { year: number | string; model: string },
): string {
  const typed = splitMake(model, [make])?.rest ?? model;
  const parts = lineStatus === 'unknown' ? [typed] : [line, floorplan];
  return [String(year), make, ...parts]
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ');
}

/**
 * What stands below the name: `Class A Motorhome, used, 18,000 miles, FL`. Miles of motorhomes alone, as usual where
 * none were given: of any other nothing rests on them.
 */
export function valuedFacts(
  resolved: Pick<Valuation['resolved'], 'type'>,
  { condition, mileage, state }: Pick<AnalysisRequest, 'condition' | 'mileage' | 'state'>,
): string {
  const miles =
    mileage === undefined
      ? 'mileage as usual for its age'
      : `${mileage.toLocaleString('en-US')} miles`;
  return [
    typeName(resolved),
    condition,
    ...(MOTORHOME_TYPES.has(resolved.type) ? [miles] : []),
    state || 'anywhere in the US',
  ].join(', ');
}

/**
 * What a value rests on: `Based on 132 listings of the Jay Flight line`, and that the listing whose price is judged is
 * one of them.
 * @param named a name as it stands within a sentence there
 */
export function valuedBasis(
  { basis, dataPoints, countsJudged, resolved }: Valuation,
  named: (name: string) => string = (name) => name,
): string {
  const model = [resolved.line, resolved.floorplan].filter(Boolean).join(' ');
  const isListed = resolved.lineStatus === 'listed';
  const of = {
    model: `of this model, the ${named(model)}`,
    line: isListed
      ? `of the ${named(resolved.line)} line`
      : `of lines like the ${named(resolved.line)}`,
    make: `by ${named(resolved.make)}`,
    type: `of its type, ${typeName(resolved)}`,
  }[basis];
  const isOne = dataPoints === 1;
  const among = isOne ? ': this offer itself, and on RVs like it' : ', this offer among them';
  const listings = isOne ? '1 listing' : `${dataPoints.toLocaleString('en-US')} listings`;
  return `Based on ${listings} ${of}${countsJudged ? among : ''}`;
}

/** The display name of its type. */
export const typeName = ({ type }: Pick<Valuation['resolved'], 'type'>): string =>
  RV_TYPES.find(({ id }) => id === type)?.name ?? type;
