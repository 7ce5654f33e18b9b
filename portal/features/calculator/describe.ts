import { typeName } from '#schemas/valuation-words.ts';
import { ANALYSIS } from '../../content/analysis-results.ts';
import { count } from '../../ui/format.ts';
import type { Analysis } from './analysis.ts';

/** Why a value rests on less than listings of the line that was asked for; null where it does not. */
export function doubtOf(analysis: Analysis): string | null {
  const { make, line, lineStatus } = analysis.resolved;
  if (lineStatus === 'listed') return null;
  const { doubt } = ANALYSIS.results;
  const type = typeName(analysis.resolved);
  const { basis } = analysis;
  if (lineStatus === 'unknown' && basis === 'make') return doubt.unknownModel(make);
  if (lineStatus === 'unknown' && basis === 'type') return doubt.unknownModel(type);
  const rests = { make: doubt.rest.make(make), type: doubt.rest.type(type) };
  const rest = basis === 'make' || basis === 'type' ? rests[basis] : doubt.rest.line;
  return (lineStatus === 'known' ? doubt.noListings : doubt.unknownLine)(line, rest);
}

export const dataPointsOf = (points: number): string =>
  points === 1 ? ANALYSIS.results.dataPoint : ANALYSIS.results.dataPoints(count(points));
