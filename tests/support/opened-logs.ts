import { afterEach } from 'vitest';
import type { EventLog, LogMessage } from '#platform/log/port.ts';
import type { Topic } from '#schemas/events/topic.ts';

/** Logs that tests open, each closed after its test. */
export interface OpenedLogs {
  open: () => Promise<EventLog>;
  /** With the topic in it. */
  openWith: (topic: Topic) => Promise<EventLog>;
}

/** @param openLog opens one more instance on the same log */
export function openedLogs(openLog: () => Promise<EventLog>): OpenedLogs {
  const opened: EventLog[] = [];
  const open = async (): Promise<EventLog> => {
    const log = await openLog();
    opened.push(log);
    return log;
  };
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((log) => log.close()));
  });
  return {
    open,
    async openWith(topic) {
      const log = await open();
      await log.ensureTopics([topic]);
      return log;
    },
  };
}

/** All that a topic holds, by partition. */
export async function everything(log: EventLog, topic: Topic): Promise<LogMessage[][]> {
  const byPartition: LogMessage[][] = Array.from({ length: topic.partitions }, () => []);
  for await (const batch of log.readAll(topic))
    byPartition[batch.partition]?.push(...batch.messages);
  return byPartition;
}

/** So many messages, numbered by their value. */
export const numbered = (count: number, key: (n: number) => string = (n) => `key-${n % 7}`) =>
  Array.from({ length: count }, (_, n) => ({ key: key(n), value: `${n}` }));
