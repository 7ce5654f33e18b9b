import { judgeConsumer, WATCHED_MS, type LagSample } from '#domain/health/judge-consumer.ts';
import type { Clock } from '#platform/clock.ts';
import type { EventLog } from '#platform/log/port.ts';
import type { Topic } from '#schemas/events/topic.ts';

export const LAG_EVERY_MS = 15_000;

/** A standing consumer of the log. */
export interface Consumer {
  /** What it does, for people. */
  name: string;
  topic: Topic;
  group: string;
}

/** Asks the log now and then where each consumer stands, so that rates and standstills can be told. */
export class LagWatch {
  readonly #log: EventLog;
  readonly #clock: Clock;
  readonly #consumers: readonly (Consumer & { samples: LagSample[] })[];

  constructor(log: EventLog, clock: Clock, consumers: readonly Consumer[]) {
    this.#log = log;
    this.#clock = clock;
    this.#consumers = consumers.map((consumer) => ({ ...consumer, samples: [] }));
  }

  /** Never rejects: a log that is away is a sample, too. */
  async look(): Promise<void> {
    const at = this.#clock().getTime();
    for (const { topic, group, samples } of this.#consumers) {
      const partitions = await this.#log.positions(topic, group).catch(() => undefined);
      samples.push({ at, partitions });
      const from = samples.findIndex((sample) => at - sample.at <= WATCHED_MS);
      samples.splice(0, from);
    }
  }

  consumers() {
    return this.#consumers.map(({ name, topic, group, samples }) => {
      const partitions = samples.findLast((sample) => sample.partitions)?.partitions ?? [];
      return {
        name,
        topic: topic.name,
        group,
        ...judgeConsumer(samples),
        partitions: partitions.map((each) => ({
          ...each,
          lag: Math.max(0, each.end - each.committed),
        })),
      };
    });
  }
}
