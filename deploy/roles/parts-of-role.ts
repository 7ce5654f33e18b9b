import type { PartVariable } from '#platform/config/load.ts';

export const ROLES = ['api', 'ingest', 'pipelines', 'scheduler'] as const;
export type Role = (typeof ROLES)[number];

/** The parts each role uses: shared with other processes, so each must be the real engine. */
export const PARTS_OF_ROLE: Readonly<Record<Role, readonly PartVariable[]>> = {
  api: ['KAFKA_BROKERS', 'CLICKHOUSE_URL', 'DATABASE_URL'],
  ingest: ['KAFKA_BROKERS'],
  pipelines: ['KAFKA_BROKERS', 'CLICKHOUSE_URL'],
  scheduler: ['KAFKA_BROKERS'],
};
