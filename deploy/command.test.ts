import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { EventLogUnavailable, type EventLog } from '#platform/log/port.ts';
import { ingestRun } from '#schemas/events/ingest-run.ts';
import { WarehouseAway } from '#warehouse/errors.ts';
import { noticePublishes, runCommand, say, UsageError } from './command.ts';

let said: unknown[];
beforeEach(() => {
  said = [];
  vi.spyOn(console, 'error').mockImplementation((text) => void said.push(text));
});
afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = 0;
});

/** A log that takes so many publishes and then is gone. */
function logThatTakes(publishes: number): EventLog {
  const publish: EventLog['publish'] = (_, messages) =>
    (publishes -= 1) < 0
      ? Promise.reject(new EventLogUnavailable('No broker answers.'))
      : Promise.resolve(messages.map((_message, offset) => ({ partition: 0, offset })));
  return { publish } as EventLog;
}

const publishing = (log: EventLog, calls: number, messages = [{ key: 'k', value: 'v' }]) =>
  runCommand(async (changed) => {
    const noticed = noticePublishes(log, changed);
    for (let n = 0; n < calls; n += 1) await noticed.publish(ingestRun, messages);
    return 0;
  });

it('exits 2 where the log is away before anything was published', async () => {
  await publishing(logThatTakes(0), 1);
  expect([process.exitCode, said]).toEqual([2, ['No broker answers.']]);
});

it('exits 2 where only nothing was published before', async () => {
  await runCommand(async (changed) => {
    await noticePublishes(logThatTakes(1), changed).publish(ingestRun, []);
    throw new UsageError('Name a file.');
  });
  expect([process.exitCode, said]).toEqual([2, ['Name a file.']]);
});

it('exits 1 where the log goes away after something was published, with the same one line', async () => {
  await publishing(logThatTakes(1), 2);
  expect([process.exitCode, said]).toEqual([1, ['No broker answers.']]);
});

it('exits 1 where the warehouse goes away after something was published', async () => {
  await runCommand(async (changed) => {
    await noticePublishes(logThatTakes(1), changed).publish(ingestRun, [{ key: 'k', value: 'v' }]);
    throw new WarehouseAway('The warehouse is away.');
  });
  expect([process.exitCode, said]).toEqual([1, ['The warehouse is away.']]);
});

it('exits as the command says where it ends', async () => {
  await publishing(logThatTakes(1), 1);
  expect([process.exitCode, said]).toEqual([0, []]);
});

it('writes out the signs of a name that would colour a terminal or break the line', () => {
  say('lot\u001b[31m\n.csv: is empty');
  expect(said).toEqual(['lot\\u001b[31m\\u000a.csv: is empty']);
});
