import type { RawRegistration } from '#schemas/events/raw-registration.ts';
import type { Registration } from '#schemas/registration-fact.ts';
import type { Warehouse } from '../client.ts';
import { insertRows } from '../insert-rows.ts';
import { toWarehouseInstant } from '../instants.ts';

const COLUMNS = [
  'source', 'take', 'start', 'event_id', 'run_id', 'normaliser_version', 'month', 'state', 'region', 'type',
  'written_type', 'make_id', 'make', 'condition', 'count',
] as const satisfies readonly (keyof Registration)[]; // prettier-ignore

/** Inserts facts. Repeating it, whole or in other batches, has the effect of once. */
export const insertRegistrations = (
  warehouse: Warehouse,
  rows: readonly Registration[],
): Promise<void> => insertRows(warehouse, 'registrations', rows, COLUMNS);

/** Notes files that were taken to their end, complete or not; the events must have an `end`. */
export async function insertTakes(
  warehouse: Warehouse,
  events: readonly RawRegistration[],
): Promise<void> {
  const rows = events.flatMap(({ source, take, runId, observedAt, origin, end }) =>
    end === undefined
      ? []
      : {
          source,
          take,
          run_id: runId,
          file: end.file,
          name: origin.replace(/@\d+$/, ''),
          observed_at: toWarehouseInstant(observedAt),
          taken_at: toWarehouseInstant(end.at),
          rows: end.rows,
          complete: end.complete ? 1 : 0,
        },
  );
  await insertRows(warehouse, 'registration_takes', rows, [
    'source', 'take', 'run_id', 'file', 'name', 'observed_at', 'taken_at', 'rows', 'complete',
  ]); // prettier-ignore
}

/** How many RVs were registered in one place and month. */
export interface RegisteredCount {
  /** `YYYY-MM-01`. */
  month: string;
  state: string;
  region: string;
  type: Registration['type'];
  make_id: string;
  condition: Registration['condition'];
  registered: number;
}

/**
 * Of each source, state and month the newest complete file counts alone: a file that tells a month again
 * restates it, one that broke off tells nothing.
 */
export const WITH_NEWEST = `
WITH
    told AS
    (
        SELECT source, state, month, take
        FROM registrations
        GROUP BY source, state, month, take
    ),
    newest AS
    (
        SELECT
            source, state, month,
            argMax(take, (observed_at, taken_at, take)) AS take
        FROM told
        INNER JOIN (SELECT * FROM registration_takes FINAL WHERE complete = 1) AS takes
            USING (source, take)
        GROUP BY source, state, month
    )`;

/** Reads every row, once: for the batches, never for a request. */
const REGISTERED = `${WITH_NEWEST}
SELECT
    month, state, region, type, make_id, condition, toFloat64(sum(count)) AS registered
FROM registrations FINAL
INNER JOIN newest USING (source, state, month, take)
WHERE month >= {from:Date}
GROUP BY month, state, region, type, make_id, condition
ORDER BY state, condition, month DESC, type, make_id`;

/** Registrations from a month (`YYYY-MM-01`) on, by place, condition, month (newest first), type and make. */
export const registeredCounts = (
  warehouse: Warehouse,
  from: string,
): AsyncIterable<RegisteredCount[]> =>
  warehouse.batch.stream<RegisteredCount>(REGISTERED, { from });

/**
 * Which sources tell of registrations, and of vehicles in which conditions. Reads two narrow columns of every
 * row: kept by who asks, not asked for each request.
 */
const REGISTRATION_SOURCES = `
SELECT source, arraySort(groupUniqArray(toString(condition))) AS conditions
FROM registrations
GROUP BY source
ORDER BY source`;

export const registrationSources = (
  warehouse: Warehouse,
): Promise<{ source: string; conditions: Registration['condition'][] }[]> =>
  warehouse.batch.rows(REGISTRATION_SOURCES);
