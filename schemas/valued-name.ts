import type { Valuation } from './api/analysis.ts';
import { splitMake } from './names.ts';

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
