import { LETTER_STATES, type LetterFilter } from '#schemas/api/staff-data.ts';
import type { LetterPlace, LetterQuery, Letters } from '../queries.ts';

/** What the address says of the list: anybody's text, so what is not understood is left out. */
export function letterQueryOf(params: URLSearchParams): LetterQuery & { page: number } {
  const page = Number(params.get('page') ?? 1);
  const state = LETTER_STATES.find((known) => known === params.get('state'));
  return {
    ...filterOf(params),
    ...(state === undefined ? {} : { state }),
    page: Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1,
  };
}

/** Without state and page: which letters are sent again when all are. */
export function filterOf(params: URLSearchParams): LetterFilter {
  const filter: LetterFilter = {};
  for (const name of ['source', 'reason'] as const) {
    const text = params.get(name);
    if (text !== null && text !== '' && text.length <= 100) filter[name] = text;
  }
  for (const name of ['since', 'until'] as const) {
    const time = Date.parse(params.get(name) ?? '');
    if (!Number.isNaN(time)) filter[name] = new Date(time).toISOString();
  }
  return filter;
}

/**
 * How many open ones match source, reason and time. The counts by reason are of the filter without its
 * reason, those by source without its source: with one of them given, the other's row is the number.
 */
export function openOf(
  { byReason, bySource }: Pick<Letters, 'byReason' | 'bySource'>,
  { source, reason }: { source?: string | undefined; reason?: string | undefined },
): number {
  if (reason !== undefined) return byReason.find((row) => row.reason === reason)?.open ?? 0;
  if (source !== undefined) return bySource.find((row) => row.source === source)?.open ?? 0;
  return byReason.reduce((sum, { open }) => sum + open, 0);
}

/** `topic/partition/offset`, as the address names a letter; null where it names none. */
export function placeOf(text: string | null): LetterPlace | null {
  const [, topic, partition, offset] =
    /^(\w[\w.-]{0,99})\/(\d{1,5})\/(\d{1,15})$/.exec(text ?? '') ?? [];
  if (topic === undefined) return null;
  return { topic, partition: Number(partition), offset: Number(offset) };
}

export const nameOfPlace = ({ topic, partition, offset }: LetterPlace): string =>
  `${topic}/${partition}/${offset}`;

/** An instant as a field for local times takes it; the fields say that they are UTC. */
export const fieldOf = (instant: string | undefined): string => instant?.slice(0, 16) ?? '';
export const instantOf = (field: string): string =>
  field === '' ? '' : new Date(`${field}Z`).toISOString();
