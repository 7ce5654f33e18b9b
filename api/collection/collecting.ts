import { CLAIMED } from '#schemas/constants.ts';
import type { Clock } from '#platform/clock.ts';
import type { IngestCollection } from '#schemas/events/ingest-collection.ts';
import type { IngestCommand } from '#schemas/events/ingest-command.ts';
import type { IngestRun } from '#schemas/events/ingest-run.ts';
import type { IngestSources } from '#schemas/events/ingest-sources.ts';
import type { ScheduleSwitch } from '#schemas/events/schedule-switch.ts';
import { RunHistory } from '../run-history.ts';
import type { CollectionPlan } from '../staff-health/run-log.ts';
import { Collections } from './collections.ts';
import { Schedules } from './schedules.ts';

/** All that the log says of collecting, kept up to date by following its topics. */
export class Collecting {
  readonly runs: RunHistory;
  readonly collections: Collections;
  readonly schedules: Schedules;
  /**
   * Whether all that the log held when it began to be followed has been heard. Before, a run that ended long ago
   * seems to wait where its command has been read and its end has not.
   */
  hasRead: () => boolean = () => false;
  #known: IngestSources | undefined;
  /** Sources that had a site file, and since when they have none. */
  readonly #retired = new Map<string, string>();

  /** @param timeZone of the schedule of refreshes */
  constructor(clock: Clock, timeZone: string) {
    this.runs = new RunHistory(clock);
    this.collections = new Collections(clock);
    this.schedules = new Schedules(timeZone, clock);
  }

  applyRun(run: IngestRun): void {
    this.runs.apply(run);
  }

  /** What was asked for, in whichever process; the sample market is not collected. */
  applyCommand({ kind, ...command }: IngestCommand): void {
    if (kind !== 'sample') this.collections.told({ ...command, kind });
  }

  applyCollection(run: IngestCollection): void {
    this.collections.apply(run);
  }

  applySwitch(change: ScheduleSwitch): void {
    this.schedules.apply(change);
  }

  applySources(told: IngestSources): void {
    const before = this.plan.collected;
    this.#known = told;
    const { collected } = this.plan;
    for (const source of before)
      if (!collected.includes(source)) this.#retired.set(source, told.at);
    for (const source of collected) this.#retired.delete(source);
  }

  /** What the ingest role has; undefined until one says so. */
  get known(): IngestSources | undefined {
    return this.#known;
  }

  /** What is collected, and how often while the schedule is on. */
  get plan(): CollectionPlan {
    const collected = this.#known?.sources.filter((each) => each.collected) ?? [];
    return {
      collected: collected.map(({ source }) => source),
      retired: this.#retired,
      everyHours: this.schedules.isOn('refresh') ? 24 / CLAIMED.refreshHours.length : undefined,
    };
  }

  /** Whether a collection has anything to collect from: a site, or the sample market that is moved on. */
  readonly collectsFrom = ({ sample }: { sample: boolean }): boolean =>
    sample || this.plan.collected.length > 0;
}
