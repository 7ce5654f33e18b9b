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
    RV_TYPES.find(({ id }) => id === resolved.type)?.name ?? resolved.type,
    condition,
    ...(MOTORHOME_TYPES.has(resolved.type) ? [miles] : []),
    state || 'anywhere in the US',
  ].join(', ');
}
