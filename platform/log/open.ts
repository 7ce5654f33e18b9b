import type { Clock } from '../clock.ts';
import { openEmbeddedLog } from './embedded.ts';
import type { KafkaSecurity } from './kafka-client.ts';
import { openKafkaLog } from './kafka.ts';
import type { EventLog } from './port.ts';
import type { Report } from './report.ts';

export interface EventLogConfig {
  /** `host:port` of the brokers; empty or missing chooses the embedded log. */
  kafkaBrokers?: readonly string[];
  /** Missing: plain text, without a login. */
  kafkaSecurity?: KafkaSecurity;
  /** Folder of the embedded log. */
  directory: string;
  /** Names this process to the brokers. */
  clientId: string;
  clock: Clock;
  /** Gives numbers from 0 to 1: processes that open one folder at once do not go on in step. */
  random: () => number;
  /** How long the brokers may take to answer before opening fails, in ms. */
  openWithinMs?: number;
  report?: Report;
}

/**
 * The event log this configuration asks for: Kafka where brokers are named, else the embedded one.
 * @throws EventLogUnavailable naming the brokers or the folder.
 */
export async function openEventLog(config: EventLogConfig): Promise<EventLog> {
  const { kafkaBrokers = [], kafkaSecurity = {}, directory, clientId } = config;
  const { clock, random, openWithinMs, report } = config;
  const reporting = report ? { report } : {};
  const patience = openWithinMs === undefined ? {} : { openWithinMs };
  return kafkaBrokers.length > 0
    ? openKafkaLog({
        brokers: kafkaBrokers,
        security: kafkaSecurity,
        clientId,
        ...patience,
        ...reporting,
      })
    : openEmbeddedLog({ directory, clock, random, ...reporting });
}
