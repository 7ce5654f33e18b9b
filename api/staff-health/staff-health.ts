import type { WatchedFacts } from '#domain/health/incidents.ts';
import type { Clock } from '#platform/clock.ts';
import type { EventLog } from '#platform/log/port.ts';
import type { ResponseOf } from '#schemas/api/call.ts';
import type { staffPipeline } from '#schemas/api/staff-health.ts';
import type { Snapshot } from '#schemas/snapshot.ts';
import type { Warehouse } from '#warehouse/client.ts';
import { WarehouseAway } from '#warehouse/errors.ts';
import { openLetters } from '#warehouse/queries/dead-letters.ts';
import { newestStoredAt } from '#warehouse/queries/freshness.ts';
import { keptFor } from '../kept-for.ts';
import { computeRuns, lastEnded } from './compute-runs.ts';
import { LagWatch, type Consumer } from './lag-watch.ts';
import { RunLog, type CollectionPlan, type SourceRow } from './run-log.ts';

/** Whoever looks meanwhile is answered with the same. */
const KEPT_MS = 10_000;

export interface StaffHealthOptions {
  log: EventLog;
  warehouse: Warehouse;
  clock: Clock;
  consumers: readonly Consumer[];
  plan: () => CollectionPlan;
  /** What is served; undefined before the first. */
  served: () => Pick<Snapshot, 'id' | 'createdAt'> | undefined;
}

/** Everything staff are told of the health of sources, pipeline and batch. */
export class StaffHealth {
  readonly runs = new RunLog();
  readonly lag: LagWatch;
  /** When it was last judged what is wrong; until this process did so first, when it began. */
  judgedAt: Date;
  readonly #options: StaffHealthOptions;
  readonly #asked: (what: 'warehouse') => Promise<{
    computeRuns: Awaited<ReturnType<typeof computeRuns>>;
    newestEventStoredAt: string | null;
  }>;

  constructor(options: StaffHealthOptions) {
    const { log, warehouse, clock, consumers } = options;
    this.#options = options;
    this.judgedAt = clock();
    this.lag = new LagWatch(log, clock, consumers);
    this.#asked = keptFor(KEPT_MS, clock, async () => {
      const [runs, newestEventStoredAt] = await Promise.all([
        computeRuns(warehouse),
        newestStoredAt(warehouse),
      ]);
      return { computeRuns: runs, newestEventStoredAt };
    });
  }

  /** How each source is, for all who tell of it. */
  sources(): SourceRow[] {
    return this.runs.sources(this.#options.clock(), this.#options.plan());
  }

  /** The open dead letters of each source that has any; null while the warehouse is away, where the rest is known. */
  async openLetters(): Promise<Map<string, number> | null> {
    try {
      return await openLetters(this.#options.warehouse);
    } catch (error) {
      if (error instanceof WarehouseAway) return null;
      throw error;
    }
  }

  async pipeline(): Promise<Omit<ResponseOf<typeof staffPipeline>, 'at'>> {
    const { computeRuns: runs, newestEventStoredAt } = await this.#asked('warehouse');
    const served = this.#options.served();
    return {
      consumers: this.lag.consumers(),
      freshness: {
        newestEventStoredAt,
        newestSnapshotAt: served?.createdAt ?? null,
        snapshotId: served?.id ?? null,
      },
      computeRuns: runs,
      keptBack: runs.filter(({ state }) => state === 'kept_back').map(({ runId }) => runId),
    };
  }

  /** @param hasReadAll whether all that the log says of runs was read: before that sources look older than they are */
  async watched(hasReadAll: boolean): Promise<WatchedFacts> {
    const asked = await this.#asked('warehouse').catch(() => undefined);
    return {
      now: this.#options.clock(),
      sources: hasReadAll ? this.sources() : undefined,
      consumers: this.lag.consumers(),
      lastCompute: asked && lastEnded(asked.computeRuns),
    };
  }
}
