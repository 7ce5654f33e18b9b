import type { EventLog } from '#platform/log/port.ts';
import { openedLogs } from '../support/opened-logs.ts';
import { groupsContract } from './event-log-groups.ts';
import { messagesContract } from './event-log-messages.ts';
import { topicsContract } from './event-log-topics.ts';

/** What both adapters keep. `openLog` opens one more instance on the same log. */
export function eventLogContract(openLog: () => Promise<EventLog>): void {
  const logs = openedLogs(openLog);
  messagesContract(logs);
  groupsContract(logs);
  topicsContract(logs);
}
