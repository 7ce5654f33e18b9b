import { RV_TYPES } from '#schemas/vocabulary.ts';
import { splitMake } from '../../client/names.ts';
import { ANALYSIS } from '../../content/analysis-results.ts';
import { count } from '../../ui/format.ts';
import type { AnalysisForm } from './analysis-form.ts';
import type { Analysis } from './analysis.ts';

/**
 * `2019 Jayco Jay Flight 28QZX`, as the names were understood. A model that is not known stands as it was typed: what
 * was understood of it may be only some of its words.
 */
export function nameOf(
  { resolved }: Analysis,
  { year, model }: Pick<AnalysisForm, 'year' | 'model'>,
): string {
  const { make, line, floorplan, lineStatus } = resolved;
  const typed = splitMake(model, [make])?.rest ?? model;
  const parts = lineStatus === 'unknown' ? [typed] : [line, floorplan];
  return [year, make, ...parts]
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ');
}

const typeNameOf = ({ resolved }: Analysis): string =>
  RV_TYPES.find((type) => type.id === resolved.type)?.name ?? resolved.type;

/** Why a value rests on less than listings of the line that was asked for; null where it does not. */
export function doubtOf(analysis: Analysis): string | null {
  const { make, line, lineStatus } = analysis.resolved;
  if (lineStatus === 'listed') return null;
  const { doubt } = ANALYSIS.results;
  const type = typeNameOf(analysis);
  const { basis } = analysis;
  if (lineStatus === 'unknown' && basis === 'make') return doubt.unknownModel(make);
  if (lineStatus === 'unknown' && basis === 'type') return doubt.unknownModel(type);
  const rests = { make: doubt.rest.make(make), type: doubt.rest.type(type) };
  const rest = basis === 'make' || basis === 'type' ? rests[basis] : doubt.rest.line;
  return (lineStatus === 'known' ? doubt.noListings : doubt.unknownLine)(line, rest);
}

/** `Based on 132 listings of the Jay Flight line` */
export function basisOf(analysis: Analysis): string {
  const { resolved, basis } = analysis;
  const names = {
    model: [resolved.line, resolved.floorplan].filter(Boolean).join(' '),
    line: resolved.line,
    likeLine: resolved.line,
    make: resolved.make,
    type: typeNameOf(analysis),
  };
  const said = basis === 'line' && resolved.lineStatus !== 'listed' ? 'likeLine' : basis;
  return ANALYSIS.results.basis[said](count(analysis.dataPoints), names[said]);
}

export const dataPointsOf = (points: number): string =>
  points === 1 ? ANALYSIS.results.dataPoint : ANALYSIS.results.dataPoints(count(points));
