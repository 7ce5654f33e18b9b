import type { Warehouse } from '../client.ts';
import { IS_SUPERSEDED, STREAM_KEY, understoodOf } from './dead-letters.ts';
import { WITH_NEWEST } from './registrations.ts';

/** A spelling that the catalogue does not know, and where it stands. */
export interface UnknownName {
  /** '' where the make itself is not known, and of a type. */
  makeId: string;
  isType?: boolean;
  /** Where the source names no make apart, the title in which it stands, or the words of it that may be one. */
  spelling: string;
  inTitle?: boolean;
  listings: number;
  registrations: number;
  sources: string[];
  /** Source, title, address and when it was seen, as the warehouse writes it. */
  examples: [source: string, title: string, url: string, seenAt: string][];
}

/** Lines that the catalogue does not have, as their listings are named now; the commonest. */
const UNKNOWN_LINES = `
SELECT
    make_id AS makeId,
    line_name AS spelling,
    count() AS listings,
    0 AS registrations,
    groupUniqArray(20)(source) AS sources,
    groupArray(3)((source, title, url, last_seen)) AS examples
FROM listings
WHERE name_basis = 'derived' AND line_name != ''
GROUP BY make_id, line_name
ORDER BY listings DESC, makeId, spelling
LIMIT {limit:UInt32}`;

/** Makes that nobody knows, of listings that their type lets in: as they are written; the commonest. */
const LISTED_MAKES = `
SELECT
    '' AS makeId,
    written_make AS spelling,
    make_in_title AS inTitle,
    count() AS listings,
    0 AS registrations,
    groupUniqArray(20)(source) AS sources,
    groupArrayIf(3)((source, title, url, last_seen), title != '' OR url != '') AS examples
FROM listings
WHERE make_id = '' AND written_make != ''
GROUP BY written_make, make_in_title
ORDER BY listings DESC, spelling, inTitle
LIMIT {limit:UInt32}`;

/** A page that is put aside whole can be megabytes, and is no listing that names a make. Asked without reading any. */
const LARGEST = 200_000;

/** Letters that have ended: one that was put aside again since is open again. */
const ENDED = `
            SELECT topic, log_partition, log_offset, letters.at
            FROM dead_letters AS letters
            INNER JOIN letter_ends AS ends USING (topic, log_partition, log_offset)
            WHERE letters.reason = 'unknown_make' AND ends.at >= letters.at`;

/** So many letters, the newest, are compared with what came after them: more would not fit into memory. */
const COMPARED = 50_000;

const NEWEST_LETTERS = `
(
    SELECT topic, log_partition, log_offset, at, run_id, source, source_id
    FROM dead_letters
    WHERE reason = 'unknown_make'
    ORDER BY at DESC
    LIMIT ${COMPARED}
)`;

/** Letters whose listings were understood in a later run. */
const SUPERSEDED = `
            SELECT topic, log_partition, log_offset, at
            FROM
            (
                SELECT topic, log_partition, log_offset, at, run_id, ${STREAM_KEY}
                FROM ${NEWEST_LETTERS}
            ) AS letters
            INNER ANY JOIN (${understoodOf(NEWEST_LETTERS)}) AS understood
                USING (stream_key)
            WHERE ${IS_SUPERSEDED}`;

/** Makes that nobody knows, of what names no type either: dead letters, of which the newest are looked at. */
const UNKNOWN_MAKES = `
SELECT
    '' AS makeId,
    if(make = '', title, make) AS spelling,
    CAST(make = '' AS Bool) AS inTitle,
    uniqExact(source, source_id) AS listings,
    0 AS registrations,
    groupUniqArray(20)(source) AS sources,
    groupArray(3)((source, title, url, at)) AS examples
FROM
(
    SELECT
        source, source_id, at,
        JSONExtractString(event, 'fields', 'make') AS make,
        JSONExtractString(event, 'fields', 'title') AS title,
        JSONExtractString(event, 'fields', 'url') AS url
    FROM
    (
        SELECT source, source_id, at, tryBase64Decode(bytes) AS event
        FROM dead_letters
        WHERE reason = 'unknown_make'
            AND bytes.size < ${LARGEST}
            AND (topic, log_partition, log_offset, at) NOT IN (${ENDED})
            AND (topic, log_partition, log_offset, at) NOT IN (${SUPERSEDED})
        ORDER BY at DESC
        LIMIT {letters:UInt32}
    )
)
WHERE spelling != ''
GROUP BY spelling, inTitle
ORDER BY listings DESC, spelling
LIMIT {limit:UInt32}`;

/** What registration files name in a column and nobody knows, the commonest: their rows are counted, as of none. */
const unknownRegistered = (written: 'make' | 'written_type', known: 'make_id' | 'type'): string => `
${WITH_NEWEST}
SELECT
    '' AS makeId,
    ${written} AS spelling,
    CAST(${known === 'type'} AS Bool) AS isType,
    0 AS listings,
    sum(count) AS registrations,
    groupUniqArray(20)(source) AS sources,
    [] AS examples
FROM registrations FINAL
INNER JOIN newest USING (source, state, month, take)
WHERE ${known} = '' AND ${written} != ''
GROUP BY ${written}
ORDER BY registrations DESC, spelling
LIMIT {limit:UInt32}`;

const REGISTERED_MAKES = unknownRegistered('make', 'make_id');
const REGISTERED_TYPES = unknownRegistered('written_type', 'type');

export const unknownRegisteredMakes = (
  { serving }: Warehouse,
  limit: number,
): Promise<UnknownName[]> => serving.rows<UnknownName>(REGISTERED_MAKES, { limit });

export const unknownRegisteredTypes = (
  { serving }: Warehouse,
  limit: number,
): Promise<UnknownName[]> => serving.rows<UnknownName>(REGISTERED_TYPES, { limit });

/** Each goes through all listings, however many names these have: what serves requests has no memory for that. */
export const unknownLines = ({ batch }: Warehouse, limit: number): Promise<UnknownName[]> =>
  batch.rows<UnknownName>(UNKNOWN_LINES, { limit });

export const unknownListedMakes = ({ batch }: Warehouse, limit: number): Promise<UnknownName[]> =>
  batch.rows<UnknownName>(LISTED_MAKES, { limit });

export const unknownMakes = (
  { serving }: Warehouse,
  bounds: { letters: number; limit: number },
): Promise<UnknownName[]> => serving.rows<UnknownName>(UNKNOWN_MAKES, bounds);
