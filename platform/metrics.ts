import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { EventLog } from './log/port.ts';
import type { Topic } from '#schemas/events/topic.ts';

/** What a process counts, in the Prometheus text format at `/metrics`. */
export interface Metrics {
  registry: Registry;
  /** Raw events by source and how they ended: ok, dead-letter, drop. */
  events: Counter<'source' | 'outcome'>;
  /** What loading went on without, by kind: a message that is no dead letter, rows search could not take. */
  leftOut: Counter<'what'>;
  /** Seconds of requests, by call and status. */
  requests: Histogram<'call' | 'status'>;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    events: new Counter({
      name: 'rigworth_events_total',
      help: 'Raw events normalised, by source and outcome',
      labelNames: ['source', 'outcome'],
      registers: [registry],
    }),
    leftOut: new Counter({
      name: 'rigworth_left_out_total',
      help: 'What loading could neither store nor put aside, by kind',
      labelNames: ['what'],
      registers: [registry],
    }),
    requests: new Histogram({
      name: 'rigworth_request_seconds',
      help: 'Seconds a request took, by call and status',
      labelNames: ['call', 'status'],
      buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
      registers: [registry],
    }),
  };
}

/** Adds what consumer groups have yet to read, asked of the log when the metrics are. */
export function watchLag(
  { registry }: Metrics,
  log: EventLog,
  groups: readonly { topic: Topic; group: string }[],
): void {
  const gauge: Gauge<'topic' | 'group' | 'partition'> = new Gauge({
    name: 'rigworth_log_lag',
    help: 'Messages a consumer group has yet to read',
    labelNames: ['topic', 'group', 'partition'],
    registers: [registry],
    async collect() {
      // Before the first await: a broker that is away leaves no old lag standing, and the other metrics whole.
      gauge.reset();
      for (const { topic, group } of groups)
        for (const { partition, end, committed } of await log
          .positions(topic, group)
          .catch(() => []))
          gauge.set({ topic: topic.name, group, partition: String(partition) }, end - committed);
    },
  });
}
