import { RV_TYPES } from '#schemas/vocabulary.ts';
import { CALCULATOR } from '../../content/calculator.ts';
import { count } from '../../ui/format.ts';
import type { Analysis } from './kept-results.ts';

/** `2019 Jayco Jay Flight 28QZX`, as the names were understood. */
export const nameOf = (analysis: Analysis, year: string): string =>
  [year, analysis.resolved.make, analysis.resolved.line, analysis.resolved.floorplan]
    .filter((part) => part.trim() !== '')
    .join(' ');

const typeNameOf = ({ resolved }: Analysis): string =>
  RV_TYPES.find((type) => type.id === resolved.type)?.name ?? resolved.type;

/** What an RV was valued as whose model has no listings, its make or its type; null where the model has. */
export function unknownModelOf(analysis: Analysis): string | null {
  if (analysis.basis === 'make') return analysis.resolved.make;
  return analysis.basis === 'type' ? typeNameOf(analysis) : null;
}

/** `Based on 132 listings of the Jay Flight line`. */
export function basisOf(analysis: Analysis): string {
  const { resolved, basis } = analysis;
  const names = {
    model: [resolved.line, resolved.floorplan].filter(Boolean).join(' '),
    line: resolved.line,
    make: resolved.make,
    type: typeNameOf(analysis),
  };
  const { results } = CALCULATOR;
  return results.basis[basis](count(analysis.dataPoints), names[basis]);
}

export const dataPointsOf = (points: number): string =>
  points === 1 ? CALCULATOR.results.dataPoint : CALCULATOR.results.dataPoints(count(points));
