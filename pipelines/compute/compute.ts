import { decodeSnapshot, SnapshotRefused } from '#domain/snapshot-codec.ts';
import type { EventLog } from '#platform/log/port.ts';
import type { Logger } from '#platform/logging.ts';
import { rawListing } from '#schemas/events/raw-listing.ts';
import type { Snapshot } from '#schemas/snapshot.ts';
import type { Warehouse } from '#warehouse/client.ts';
import { readSnapshot, SnapshotUnreadable } from '#warehouse/queries/snapshots.ts';
import { LOADER_GROUP } from '../load/load-listings.ts';
import { buildMarket, dropMarket } from '../units/build-market.ts';
import { fitInWorker } from '../valuation/fit-in-worker.ts';
import { readUnits } from '../valuation/read-units.ts';
import { assembleSnapshot } from './assemble.ts';
import { checkSnapshot, failedOf } from './checks.ts';
import type { Run, RunEnd } from './compute-run.ts';
import { lastPublished } from './last-published.ts';
import { publishSnapshot } from './publish.ts';

/** Whoever computes is in this group; one partition, so one of them at a time. */
export const COMPUTE_GROUP = 'compute';

export interface ComputeDeps {
  log: EventLog;
  warehouse: Warehouse;
  /** Folder of the snapshots' files; undefined where the warehouse alone holds them. */
  snapshots: string | undefined;
  /** `off`: the sample market never enters a figure. */
  sample: 'auto' | 'off';
  now: () => Date;
  logger: Logger;
}

/** What a run is told by whoever started it. */
export interface Own {
  /** Breaks the work off. */
  signal: AbortSignal;
  /** Rejects where the work went to somebody else. */
  stillOurs: () => Promise<void>;
}

/**
 * The batch: facts → market built beside (units, listings, search) → valuation → snapshot → checks →
 * published, both together. What was loaded before it began is in the snapshot (`ends`). A snapshot
 * that fails its checks is kept back: figures and search stay as they were, and the end says why.
 * @returns how the run ended, to be said by whoever began it; its snapshot has the run's id
 */
export async function compute(deps: ComputeDeps, run: Run, own?: Own): Promise<RunEnd> {
  const { log, warehouse, sample, now, logger } = deps;
  const lastBefore = await lastPublished(log);
  await run.sayStarted();
  const ends = await loadedSoFar(log);
  const market = await buildMarket(warehouse, run.id, { sample });
  try {
    const units = await readUnits(warehouse, market.tables);
    const read = { rows: units.rows, units: units.units };
    const { valuation, index } = await fitInWorker(units, own?.signal);
    const snapshot = await assembleSnapshot(warehouse, market.tables, {
      id: run.id,
      kind: market.kind,
      createdAt: run.startedAt,
      ends,
      valuation,
      index,
    });
    const before = await lastOfKind(deps, market.kind);
    snapshot.checks = checkSnapshot(snapshot, before);
    const failedChecks = failedOf(snapshot.checks, { changeAccepted: !!run.acceptChange });

    const published = failedChecks.length === 0;
    const stillOurs = own?.stillOurs ?? (() => Promise.resolve());
    if (published) await publishSnapshot(deps, { snapshot, market, before: lastBefore, stillOurs });
    const { kind, counts } = market;
    const { accuracy } = valuation;
    const served = { snapshotId: run.id, kind, listings: counts.listings };
    return {
      ...(published
        ? { state: 'published', snapshot: served }
        : { state: 'kept_back', failedChecks }),
      at: now(),
      kind,
      detail: {
        market: counts,
        read,
        fit: valuation.fit,
        accuracy: { used: accuracy.used.overall, new: accuracy.new.overall },
        checks: snapshot.checks,
      },
    };
  } finally {
    // The run ends as it did: what is left of its tables a later run drops.
    await dropMarket(warehouse, market.tables).catch((error: unknown) =>
      logger.warn({ err: error, run: run.id }, 'the tables of the run could not be dropped'),
    );
  }
}

/** Everything below these offsets is in the facts: the loader commits after it has inserted. */
async function loadedSoFar(log: EventLog): Promise<Snapshot['ends']> {
  const positions = await log.positions(rawListing, LOADER_GROUP);
  return positions.map(({ partition, committed }) => ({ partition, end: committed }));
}

/** The last published one of the kind. One that cannot be read any more is nothing to compare with. */
async function lastOfKind(
  { log, warehouse, logger }: ComputeDeps,
  kind: Snapshot['kind'],
): Promise<Snapshot | undefined> {
  const last = await lastPublished(log, kind);
  if (last === undefined) return undefined;
  const { snapshotId } = last;
  try {
    return await decodeSnapshot(await readSnapshot(warehouse, snapshotId));
  } catch (error) {
    if (!(error instanceof SnapshotRefused || error instanceof SnapshotUnreadable)) throw error;
    logger.warn({ err: error, snapshotId }, 'the last snapshot cannot be compared with');
    return undefined;
  }
}
