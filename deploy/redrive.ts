import { randomUUID } from 'node:crypto';
import { Command, InvalidArgumentError } from 'commander';
import { systemClock } from '#platform/clock.ts';
import type { RedriveCommand } from '#schemas/events/redrive.ts';
import { calendarDate, instant as instantSchema } from '#schemas/events/topic.ts';
import {
  Interrupted,
  onStopSignal,
  parseArguments,
  printResult,
  runCommand,
  UsageError,
} from './command.ts';
import { configureCommand } from './command-config.ts';
import { openCommandLog } from './command-log.ts';
import { runRedrive } from './run-redrive.ts';

interface Options {
  source?: string;
  reason?: string;
  since?: string;
  until?: string;
  dryRun?: true;
}

const command = new Command('npm run redrive --')
  .description(
    'Sends dead letters again, each with its own bytes, and waits until they have been read: after a fix of what could not read them. Without a filter all that are open.',
  )
  .option('--source <name>', 'only those of this source', named)
  .option('--reason <word>', 'only those put aside for this reason, such as no_year', named)
  .option('--since <when>', 'only those put aside from then on: YYYY-MM-DD or an instant', instant)
  .option('--until <when>', 'only those put aside before then', instant)
  .option('--dry-run', 'count them, and send nothing');

const LEFT =
  'Stopped waiting. The redrive was asked for, and the server or the pipelines role does it.';
const STOPPED =
  'Stopped. The redrive was done by this command: what was sent stays sent, and the server or the next command goes on with the rest.';

async function main(changed: () => void): Promise<number> {
  const parsed = parseArguments(command);
  if (parsed === undefined) return 0;
  const { dryRun = false, ...filter } = parsed.options as Options;
  if (filter.since !== undefined && filter.until !== undefined && filter.since >= filter.until)
    throw new UsageError(`Nothing is since ${filter.since} and before ${filter.until}.`);
  const configured = configureCommand();
  const abort = new AbortController();
  let isOwn = false;
  const stop = (): void => abort.abort(new Interrupted(isOwn ? STOPPED : LEFT));
  onStopSignal(stop);
  const started = performance.now();
  try {
    const opened = await openCommandLog(configured, { name: 'redrive', changed });
    isOwn = opened.isOwn;
    const at = systemClock().toISOString();
    const asked: RedriveCommand = {
      redriveId: `redrive-${at}-${randomUUID().slice(0, 8)}`,
      askedBy: 'command',
      filter,
      dryRun,
      at,
    };
    const run = await runRedrive(opened.log, asked, abort.signal);
    if (run.error !== undefined) console.error(`The redrive broke off: ${run.error}`);
    const { redriveId, state, matched, redriven, notSent, became = {} } = run;
    const seconds = Math.round((performance.now() - started) / 10) / 100;
    printResult({ redriveId, state, dryRun, matched, redriven, notSent, became, seconds });
    return state === 'done' && Object.keys(notSent).length === 0 ? 0 : 1;
  } finally {
    await configured.lifecycle.stop();
  }
}

function named(text: string): string {
  if (text.trim() === '' || text.length > 100)
    throw new InvalidArgumentError('Give 1 to 100 characters.');
  return text.trim();
}

function instant(text: string): string {
  const isWhen = calendarDate.safeParse(text).success || instantSchema.safeParse(text).success;
  if (!isWhen)
    throw new InvalidArgumentError('Give YYYY-MM-DD or an instant such as 2026-11-21T06:00:00Z.');
  return new Date(text).toISOString();
}

await runCommand(main);
