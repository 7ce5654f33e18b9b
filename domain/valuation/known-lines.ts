import type { LineStatus } from '#schemas/api/analysis.ts';
import type { SnapshotLine } from '#schemas/snapshot.ts';
import type { ResolvedName } from '../names/resolved-name.ts';
import type { IndexedModel } from './model-index.ts';
import type { Place } from './place.ts';

/** A line with fewer listings may be a slip of the pen in one of them. */
const SURE_UNITS = 3;

/** What is known of the line of a name that stands at a place. */
export function lineStatus(
  place: Pick<Place, 'line'>,
  name: ResolvedName,
  lines: readonly SnapshotLine[] = [],
): LineStatus {
  if (place.line >= 0) return 'listed';
  if (name.basis === 'catalogue') return 'known';
  return name.lineId !== '' && lines.some(({ id }) => id === name.lineId) ? 'known' : 'unknown';
}

/** Names of a make's lines that enough priced listings bear out, those with most first. */
export function linesOnOffer(
  index: Pick<IndexedModel, 'lines'>,
  makeId: string,
  lines: readonly SnapshotLine[] = [],
): string[] {
  const units = (id: string) =>
    (index.lines.get(id) ?? []).reduce((sum, line) => sum + line.units, 0);
  return lines
    .filter((line) => line.makeId === makeId && units(line.id) >= SURE_UNITS)
    .toSorted((a, b) => units(b.id) - units(a.id) || a.name.localeCompare(b.name, 'en'))
    .map(({ name }) => name);
}
