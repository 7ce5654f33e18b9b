import type { AcceptedAlias } from '#domain/names/accepted-aliases.ts';
import type { EventLog } from '#platform/log/port.ts';
import type { Logger } from '#platform/logging.ts';
import { rawListing } from '#schemas/events/raw-listing.ts';
import type { Snapshot } from '#schemas/snapshot.ts';
import { askedUntil } from '#warehouse/asked-until.ts';
import type { Warehouse } from '#warehouse/client.ts';
import { LOADER_GROUP } from '../load/load-listings.ts';
import { buildMarket, dropMarket } from '../units/build-market.ts';
import { makeStories, type Storytelling } from '../stories/make-stories.ts';
import { fitInWorker } from '../valuation/fit-in-worker.ts';
import { readUnits } from '../valuation/read-units.ts';
import { assembleSnapshot } from './assemble.ts';
import { checkSnapshot, failedOf } from './checks.ts';
import type { Run, RunEnd } from './compute-run.ts';
import { lastPublished, readPublished } from './last-published.ts';
import { publishSnapshot } from './publish.ts';
import { retellStories } from './retell-stories.ts';

/** Whoever computes is in this group; one partition, so one of them at a time. */
export const COMPUTE_GROUP = 'compute';

export interface ComputeDeps extends Storytelling {
  log: EventLog;
  warehouse: Warehouse;
  /** Folder of the snapshots' files; undefined where the warehouse alone holds them. */
  snapshots: string | undefined;
  /** `off`: the sample market never enters a figure. */
  sample: 'auto' | 'off';
  /** Spellings that staff have accepted by now: who values by the snapshot alone understands them too. */
  aliases: () => readonly AcceptedAlias[];
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
 * The batch: facts → market built beside (units, listings, search) → valuation → snapshot → stories →
 * checks → published, both together. What was loaded before it began is in the snapshot (`ends`). A snapshot
 * that fails its checks is kept back: figures and search stay as they were, and the end says why.
 * Where only stories are asked for and a market is served, they alone are made anew.
 * @returns how the run ended, to be said by whoever began it; its snapshot has the run's id
 */
export async function compute(deps: ComputeDeps, run: Run, own?: Own): Promise<RunEnd> {
  const { log, warehouse, sample, now, logger } = deps;
  const lastBefore = await lastPublished(log);
  await run.sayStarted();
  const stillOurs = own?.stillOurs ?? (() => Promise.resolve());
  if (run.only === 'stories') {
    const publication = { before: lastBefore, stillOurs };
    const retold = await retellStories(deps, run, publication, own?.signal);
    if (retold !== undefined) return retold;
  }
  const ends = await loadedSoFar(log);
  // Each statement may take long: who is asked to stop begins no other, up to the publication, which is brief.
  const asked = own ? askedUntil(warehouse, own.signal) : warehouse;
  const market = await buildMarket(asked, run.id, { sample });
  try {
    const units = await readUnits(asked, market.tables);
    const read = { rows: units.rows, units: units.units };
    const { valuation, index } = await fitInWorker(units, own?.signal);
    const snapshot = await assembleSnapshot(asked, market.tables, {
      id: run.id,
      kind: market.kind,
      createdAt: run.startedAt,
      ends,
      aliases: [...deps.aliases()],
      valuation,
      index,
    });
    const told = await makeStories(deps, snapshot, own?.signal);
    snapshot.stories = told.stories;
    const before = await lastOfKind(deps, market.kind);
    snapshot.checks = checkSnapshot(snapshot, before);
    const failedChecks = failedOf(snapshot.checks, { changeAccepted: !!run.acceptChange });

    const published = failedChecks.length === 0;
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
        stories: told.record,
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
  deps: ComputeDeps,
  kind: Snapshot['kind'],
): Promise<Snapshot | undefined> {
  const last = await lastPublished(deps.log, kind);
  return last && (await readPublished(deps, last.snapshotId));
}
