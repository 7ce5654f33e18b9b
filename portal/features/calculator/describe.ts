import { RV_TYPES } from '#schemas/vocabulary.ts';
import { ANALYSIS } from '../../content/analysis-results.ts';
import { count } from '../../ui/format.ts';
import type { Analysis } from './analysis.ts';

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
  const { judgedAlone, judgedAmong } = ANALYSIS.results;
  const { dataPoints, countsJudged } = analysis;
  const judged = countsJudged ? (dataPoints === 1 ? judgedAlone : judgedAmong) : '';
  return ANALYSIS.results.basis[said](count(dataPoints), names[said]) + judged;
}

export const dataPointsOf = (points: number): string =>
  points === 1 ? ANALYSIS.results.dataPoint : ANALYSIS.results.dataPoints(count(points));
