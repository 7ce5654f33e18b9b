import { oneLine } from '#ingest/one-line.ts';
import type { EventLog } from '#platform/log/port.ts';
import { CommanderError, InvalidArgumentError, type Command, type OptionValues } from 'commander';

/** Refused, by code: the message says all a person needs. Exit code 2 unless something had changed. */
const REFUSALS = new Set([
  'start_refused',
  'configuration',
  'data_dir_in_use',
  'data_dir_unusable',
  'event_log_unavailable',
  'user_store_unavailable',
  'warehouse_away',
  'usage',
  'mapping_invalid',
  'files_refused',
  'site_taken',
  'site_blocked',
  'snapshot_refused',
  'file_not_begun',
]);
/** Ended on the way, and the message says all a person needs. Exit code 1. */
const FAILURES = new Set([
  'run_stalled',
  'interrupted',
  'event_log_refused',
  'feed_read_otherwise',
]);

/** The command cannot begin: the message names the value and what to do. Exit code 2. */
export class UsageError extends Error {
  readonly code = 'usage';
}

/** Ctrl-C on the way: the message says what stays and what to do. Exit code 1. */
export class Interrupted extends Error {
  readonly code = 'interrupted';
}

/**
 * Runs a command's body and turns how it ended into an exit code: what the body returns (0 done, 1
 * failed or partial), 2 with one line for each reason when it was refused before anything changed. The
 * body says by `changed` that from now on something has.
 */
export async function runCommand(body: (changed: () => void) => Promise<number>): Promise<void> {
  let hasChanged = false;
  const changed = (): void => {
    hasChanged = true;
  };
  try {
    process.exitCode = await body(changed);
  } catch (error) {
    process.exitCode = hasCode(error, REFUSALS) && !hasChanged ? 2 : 1;
    console.error(saidOf(error));
  }
}

/** The same log; `changed` is called when it has taken something. */
export const noticePublishes = (log: EventLog, changed: () => void): EventLog => ({
  ...log,
  async publish(topic, messages) {
    const positions = await log.publish(topic, messages);
    if (positions.length > 0) changed();
    return positions;
  },
});

/** What a person is told: our own errors their message, anything else is our fault and keeps its stack. */
function saidOf(error: unknown): string {
  if (hasCode(error, REFUSALS) || hasCode(error, FAILURES)) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Ctrl-C and SIGTERM ask the command to end; a second one ends it at once. */
export function onStopSignal(stop: () => void): void {
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

/**
 * Parses the command line.
 * @returns undefined when help was asked for and shown
 * @throws UsageError naming what was wrong
 */
export function parseArguments(
  command: Command,
): { options: OptionValues; args: string[] } | undefined {
  command.exitOverride().configureOutput({ writeErr: () => undefined });
  try {
    command.parse();
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return undefined;
    throw new UsageError(`${error.message.replace(/^error: |\.$/g, '')}. See --help.`);
  }
  return { options: command.opts(), args: command.args };
}

/** Reads an option that takes a whole number in these bounds, both included. */
export function whole(low: number, high: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < low || value > high)
      throw new InvalidArgumentError(`Give a whole number from ${low} to ${high}.`);
    return value;
  };
}

/** A line for people, of which names and bytes of others may be a part. */
export const say = (line: string): void => console.error(oneLine(line));

/** What scripts read: the last line of standard output, one JSON object. */
export function printResult(result: object): void {
  process.stdout.write(`${JSON.stringify(result)}\n`);
}

function hasCode(error: unknown, codes: ReadonlySet<string>): error is Error {
  return error instanceof Error && 'code' in error && codes.has(String(error.code));
}
