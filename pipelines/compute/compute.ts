import { decodeSnapshot, SnapshotRefused } from '#domain/snapshot-codec.ts';
import type { EventLog } from '#platform/log/port.ts';
import type { Logger } from '#platform/logging.ts';
import type { ComputeCommand } from '#schemas/events/compute-command.ts';
import { rawListing } from '#schemas/events/raw-listing.ts';
import type { Snapshot } from '#schemas/snapshot.ts';
import type { Warehouse } from '#warehouse/client.ts';
import { recordComputeRun, type ComputeRun } from '#warehouse/queries/compute-runs.ts';
import {
  newestSnapshotId,
  readSnapshot,
  SnapshotUnreadable,
} from '#warehouse/queries/snapshots.ts';
import { LOADER_GROUP } from '../load/load-listings.ts';
import { rebuildMarket } from '../units/rebuild-market.ts';
import { fitInWorker } from '../valuation/fit-in-worker.ts';
import { readUnits } from '../valuation/read-units.ts';
import { assembleSnapshot } from './assemble.ts';
import { checkSnapshot } from './checks.ts';
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

/**
 * The batch: facts → market (units, listings, search) → valuation → snapshot → checks → published.
 * What was loaded before it began is in the snapshot (`ends`). A snapshot that fails its checks is
 * kept back: the old one stays, and the run's record says why.
 * @returns the snapshot's id and whether it was published
 */
export async function compute(
  deps: ComputeDeps,
  command: ComputeCommand,
  signal?: AbortSignal,
): Promise<{ snapshotId: string; published: boolean }> {
  const { warehouse } = deps;
  const run = beginRun(deps, command);
  await run.record('started', '', {});

  const ends = await loadedSoFar(deps.log);
  const market = await rebuildMarket(warehouse, run.id, { sample: deps.sample });
  const units = await readUnits(warehouse);
  const read = { rows: units.rows, units: units.units };
  const valuation = await fitInWorker(units, signal);
  const snapshot = await assembleSnapshot(warehouse, {
    id: run.id,
    kind: market.kind,
    createdAt: run.startedAt,
    ends,
    valuation,
  });
  snapshot.checks = checkSnapshot(snapshot, await lastOfKind(warehouse, market.kind, deps.logger));

  const published = snapshot.checks.every(({ passed }) => passed);
  if (published) await publishSnapshot(deps, snapshot);
  const detail = {
    market,
    read,
    fit: valuation.fit,
    accuracy: valuation.accuracy,
    checks: snapshot.checks,
  };
  await run.record(published ? 'published' : 'kept_back', market.kind, detail);
  return { snapshotId: run.id, published };
}

/** A run's name and its record: who asked, what became of it, how long it took. */
function beginRun(deps: ComputeDeps, { commandId, askedBy }: ComputeCommand) {
  const startedAt = deps.now();
  const id = `compute@${startedAt.toISOString()}`;
  return {
    id,
    startedAt,
    record(state: ComputeRun['state'], kind: string, detail: object): Promise<void> {
      const at = deps.now();
      const seconds = (at.getTime() - startedAt.getTime()) / 1000;
      deps.logger.info({ run: id, commandId, state, kind, seconds, ...detail }, `compute ${state}`);
      return recordComputeRun(deps.warehouse, {
        runId: id,
        commandId,
        askedBy,
        state,
        at,
        kind,
        detail: { seconds, ...detail },
      });
    },
  };
}

/** Everything below these offsets is in the facts: the loader commits after it has inserted. */
async function loadedSoFar(log: EventLog): Promise<Snapshot['ends']> {
  const positions = await log.positions(rawListing, LOADER_GROUP);
  return positions.map(({ partition, committed }) => ({ partition, end: committed }));
}

/** The last published one of the kind. One that cannot be read any more is nothing to compare with. */
async function lastOfKind(
  warehouse: Warehouse,
  kind: Snapshot['kind'],
  logger: Logger,
): Promise<Snapshot | undefined> {
  const id = await newestSnapshotId(warehouse, kind);
  if (id === undefined) return undefined;
  try {
    return await decodeSnapshot(await readSnapshot(warehouse, id));
  } catch (error) {
    if (!(error instanceof SnapshotRefused || error instanceof SnapshotUnreadable)) throw error;
    logger.warn({ err: error, snapshotId: id }, 'the last snapshot cannot be compared with');
    return undefined;
  }
}
