import { BYTES_ID } from '#schemas/events/raw-listing.ts';
import type { LetterState } from '#schemas/api/staff-data.ts';
import { FACT_TOPICS } from '#schemas/events/topics.ts';
import type { Parameters, Warehouse } from '../client.ts';
import { toWarehouseInstant } from '../instants.ts';

/** Which dead letters; the times are of when they were put aside, ISO 8601. */
export interface LetterFilter {
  source?: string | undefined;
  reason?: string | undefined;
  since?: string | undefined;
  /** Before this. */
  until?: string | undefined;
}

/** Where the message stands in the log; it names its letter. */
export interface Place {
  topic: string;
  partition: number;
  offset: number;
}

/** A letter without its bytes. Instants as the warehouse writes them. */
export interface LetterRow {
  topic: string;
  log_partition: number;
  log_offset: number;
  event_id: string;
  run_id: string;
  source: string;
  source_id: string;
  origin: string;
  reason: string;
  detail: string;
  schema: string;
  at: string;
  state: LetterState;
  /** 1970 where it was neither redriven nor replayed. */
  ended_at: string;
  to_partition: number;
  to_offset: number;
}

export const PLACE = 'topic, log_partition, log_offset';

/** What runs and places are known by where many are held in memory: eight bytes each. */
const RUN_KEY = 'sipHash64(run_id)';
const PLACE_KEY = `sipHash64(${PLACE})`;

/**
 * Where each listing was last understood by itself, and by which run, of those that have such letters. The listings are
 * looked for first, and told so: the engine would take 700 bytes of memory for each to find that out.
 */
export const understoodOf = (letters: string): string => `
    SELECT
        sipHash64(topic, log_partition, listing_key) AS stream_key,
        max(log_offset) AS newest_offset, argMax(${RUN_KEY}, log_offset) AS newest_run
    FROM sightings
    PREWHERE listing_key IN (SELECT sipHash64(source, source_id) FROM ${letters} WHERE source_id != '')
    WHERE (topic, log_partition, log_offset) NOT IN
        (SELECT topic, to_partition, to_offset FROM letter_ends WHERE how = 'redriven')
    GROUP BY stream_key`;

/** Of a letter, what tells which of those is of its listing. */
export const STREAM_KEY =
  'sipHash64(topic, log_partition, sipHash64(source, source_id)) AS stream_key';

/** Of a letter beside that: a later run brought its listing, and it was understood then. */
export const IS_SUPERSEDED = `understood.newest_offset > log_offset AND understood.newest_run != ${RUN_KEY}`;

/**
 * Of each key that several letters have, what the newest of them says. Those of one letter, which may be most, are left
 * out first; the others are put in order, which takes half the memory of a group for each.
 */
const newestOf = (key: string, where: string, what: string): string => `
    SELECT ${key} AS repeated_key, ${what} AS newest
    FROM dead_letters
    PREWHERE repeated_key IN
        (SELECT ${key} AS many FROM dead_letters WHERE ${where} GROUP BY many HAVING count() > 1)
    ORDER BY at DESC, topic DESC, log_partition DESC, log_offset DESC
    LIMIT 1 BY repeated_key`;

/**
 * The letters put aside in a time, each with its end: one that was put aside again since is open again. One that
 * says no fact has lapsed. What came twice is one thing to mend, of which the newest is open: of an event that was
 * put aside at several places, and of a record that several runs found and that was put aside for the same reason.
 * Of one run all are open, for a record may tell of several days. What could not be read as an event has no id and
 * no record, and stands for itself. Whether a later run brought a listing that was understood then is told by where it
 * stands: all that a source says of one listing is in one partition. What a redrive sent is behind, and not later.
 * A record that could not be split says of no listing. What it hid has come in once a later run saw all that its source
 * had then or later, and nothing hidden; that of a registration file once one of its name and date was taken whole.
 */
export const LETTERS = `
SELECT
    ${PLACE}, event_id, run_id, source, source_id, origin, reason, detail, schema, at,
    multiIf(
        ends.last >= at, toString(ends.how),
        topic NOT IN {facts:Array(String)}, 'lapsed',
        repeats.newest NOT IN (0, ${PLACE_KEY}) OR records.newest NOT IN ('', run_id), 'repeated',
        ${IS_SUPERSEDED}, 'superseded',
        toUnixTimestamp(runs.began) = 0, 'open',
        startsWith(source_id, '${BYTES_ID}') AND sweeps.swept_at >= observed_at AND sweeps.began > runs.began,
        'superseded',
        takes.newest_run != run_id AND takes.newest_at > runs.began, 'superseded',
        'open'
    ) AS state,
    if(ends.last >= at, ends.last, toDateTime64(0, 3, 'UTC')) AS ended_at,
    ends.to_partition, ends.to_offset
FROM
(
    SELECT
        ${PLACE}, event_id, run_id, source, source_id, origin, reason, detail, schema, at, record_key,
        sipHash64(event_id) AS event_key, ${STREAM_KEY}, observed_at,
        if(topic = 'raw.registration.v1', replaceRegexpOne(origin, '@[0-9]+$', ''), '') AS name
    FROM dead_letters FINAL
    WHERE at >= {since:DateTime64(3, 'UTC')} AND at < {until:DateTime64(3, 'UTC')}
) AS letters
LEFT ANY JOIN
(
    SELECT ${PLACE}, at AS last, how, to_partition, to_offset FROM letter_ends FINAL
) AS ends USING (${PLACE})
LEFT ANY JOIN
(${newestOf('sipHash64(event_id)', "event_id != ''", PLACE_KEY)}) AS repeats ON repeats.repeated_key = event_key
LEFT ANY JOIN
(${newestOf('record_key', 'record_key != 0', 'run_id')}) AS records ON records.repeated_key = record_key
LEFT ANY JOIN
(${understoodOf('dead_letters')}) AS understood USING (stream_key)
LEFT ANY JOIN
(
    SELECT run_id, at AS began FROM ingest_runs FINAL WHERE state = 'started'
) AS runs USING (run_id)
LEFT ANY JOIN
(
    SELECT source, max(swept) AS swept_at, argMax(run_began, (swept, run_began)) AS began
    FROM
    (
        SELECT source, assumeNotNull(max(swept_at)) AS swept, maxIf(at, state = 'started') AS run_began
        FROM ingest_runs FINAL
        GROUP BY source, run_id
        HAVING max(swept_at) IS NOT NULL
    )
    GROUP BY source
) AS sweeps USING (source)
LEFT ANY JOIN
(
    SELECT source, name, observed_at, max(taken_at) AS newest_at, argMax(run_id, taken_at) AS newest_run
    FROM registration_takes FINAL
    WHERE complete = 1 AND name != ''
    GROUP BY source, name, observed_at
) AS takes USING (source, name, observed_at)`;

export const OF_SOURCE = "({source:String} = '' OR source = {source:String})";
export const OF_REASON = "({reason:String} = '' OR reason = {reason:String})";

/** Without texts: to find a page far behind, all before it are put in order in memory. */
const PAGE = `
SELECT ${PLACE}, state, ended_at, to_partition, to_offset FROM (${LETTERS})
WHERE ${OF_SOURCE} AND ${OF_REASON} AND ({state:String} = '' OR state = {state:String})
ORDER BY state = 'open' DESC, at DESC, topic, log_partition, log_offset DESC
LIMIT {limit:UInt32} OFFSET {offset:UInt32}`;

/** Of each reason the letters of the source, of each source those of the reason: what else there is to choose. */
const CHOICES = `
SELECT choice.1 AS of, choice.2 AS name, count() AS letters, countIf(state = 'open') AS open
FROM
(
    SELECT
        state,
        arrayJoin([
            ('reason', toString(reason), ${OF_SOURCE}),
            ('source', toString(source), ${OF_REASON})
        ]) AS choice
    FROM (${LETTERS})
)
WHERE choice.3
GROUP BY of, name
ORDER BY letters DESC, name
LIMIT 200 BY of`;

const FACTS = FACT_TOPICS.map(({ name }) => name);
const ALWAYS = {
  since: '1970-01-01 00:00:00.000',
  until: '2299-12-31 00:00:00.000',
  facts: FACTS,
};

export const parametersOf = ({ source, reason, since, until }: LetterFilter): Parameters => ({
  facts: FACTS,
  source: source ?? '',
  reason: reason ?? '',
  since: since === undefined ? ALWAYS.since : toWarehouseInstant(since),
  until: until === undefined ? ALWAYS.until : toWarehouseInstant(until),
});

const PAGED = `
SELECT
    ${PLACE}, event_id, run_id, source, source_id, origin, reason, detail, schema, at,
    intDiv(length(bytes) * 3, 4) - countSubstrings(right(bytes, 2), '=') AS size
FROM dead_letters FINAL
WHERE topic IN {topics:Array(String)} AND log_offset IN {offsets:Array(UInt64)}`;

type Ended = 'state' | 'ended_at' | 'to_partition' | 'to_offset';
/** With how many bytes its message has. */
type PagedLetter = LetterRow & { size: number };

/** A page of letters, those that are open first, each the newest first, and how many there are in all. */
export async function letterPage(
  { serving }: Warehouse,
  filter: LetterFilter & { state?: LetterRow['state'] | undefined },
  page: { limit: number; offset: number },
): Promise<{ rows: PagedLetter[]; total: number }> {
  const { rows: places, total } = await serving.page<Pick<LetterRow, keyof RowPlace | Ended>>(
    PAGE,
    { ...parametersOf(filter), state: filter.state ?? '', ...page },
  );
  if (places.length === 0) return { rows: [], total };
  const letters = await serving.rows<Omit<PagedLetter, Ended>>(PAGED, {
    topics: [...new Set(places.map(({ topic }) => topic))],
    offsets: [...new Set(places.map((place) => place.log_offset))],
  });
  const byPlace = new Map(letters.map((letter) => [keyOf(letter), letter]));
  const rows = places.flatMap((place) => {
    const letter = byPlace.get(keyOf(place));
    return letter === undefined ? [] : [{ ...letter, ...place }];
  });
  return { rows, total };
}

type RowPlace = Pick<LetterRow, 'topic' | 'log_partition' | 'log_offset'>;
const keyOf = (row: RowPlace): string => `${row.topic}/${row.log_partition}/${row.log_offset}`;

interface LetterCount {
  name: string;
  letters: number;
  open: number;
}

/** How many there are of each reason, whatever the filter's, and of each source; most first. */
export async function letterChoices(
  { serving }: Warehouse,
  filter: LetterFilter,
): Promise<{ byReason: LetterCount[]; bySource: LetterCount[] }> {
  const rows = await serving.rows<LetterCount & { of: 'reason' | 'source' }>(
    CHOICES,
    parametersOf(filter),
  );
  const ofKind = (kind: 'reason' | 'source') =>
    rows.flatMap(({ of, ...row }) => (of === kind ? [row] : []));
  return { byReason: ofKind('reason'), bySource: ofKind('source') };
}

const OPEN_BY_SOURCE = `
SELECT source, count() AS open
FROM (${LETTERS})
WHERE state = 'open'
GROUP BY source`;

/** How many open letters each source has that has any. */
export async function openLetters({ serving }: Warehouse): Promise<Map<string, number>> {
  const rows = await serving.rows<{ source: string; open: number }>(OPEN_BY_SOURCE, ALWAYS);
  return new Map(rows.map(({ source, open }) => [source, open]));
}

export const AT_PLACE =
  'topic = {topic:String} AND log_partition = {partition:UInt16} AND log_offset = {offset:UInt64}';

const ONE = `SELECT * FROM (${LETTERS}) WHERE ${AT_PLACE}`;

export async function letterAt(
  { serving }: Warehouse,
  place: Place,
): Promise<LetterRow | undefined> {
  const [row] = await serving.rows<LetterRow>(ONE, { ...ALWAYS, ...place });
  return row;
}

const BYTES = `SELECT bytes FROM dead_letters FINAL WHERE ${AT_PLACE}`;

/** The message's value; undefined where there is no such letter. */
export async function letterBytes(
  { serving }: Warehouse,
  { topic, partition, offset }: Place,
): Promise<Buffer | undefined> {
  const [row] = await serving.rows<{ bytes: string }>(BYTES, { topic, partition, offset });
  return row && Buffer.from(row.bytes, 'base64');
}

const OUTCOME_AT = `
SELECT toString(outcome) AS outcome, reason
FROM event_outcomes FINAL
WHERE run_id = {run:String} AND ${AT_PLACE}`;

/** How the delivery at a place ended; undefined where it has not been read. A message keeps its run. */
export async function outcomeAt(
  { serving }: Warehouse,
  run: string,
  place: Place,
): Promise<{ outcome: 'accepted' | 'dropped' | 'dead_letter'; reason: string } | undefined> {
  const [row] = await serving.rows<{
    outcome: 'accepted' | 'dropped' | 'dead_letter';
    reason: string;
  }>(OUTCOME_AT, { run, ...place });
  return row;
}
