import { userInfo } from 'node:os';
import { Command, InvalidArgumentError, Option } from 'commander';
import { systemClock } from '#platform/clock.ts';
import type { ComputeCommand } from '#schemas/events/compute-command.ts';
import { onStopSignal, parseArguments, printResult, runCommand } from './command.ts';
import { configureCommand } from './command-config.ts';
import { openCommandLog } from './command-log.ts';
import { runCompute, untilLoaded, whyNotPublished } from './run-compute.ts';

interface Options {
  only: ComputeCommand['only'];
  acceptChange?: string;
  timeout: number;
}

const command = new Command('npm run compute --')
  .description(
    'Runs the batch that makes the figures anew, and waits until they are served. Asked for twice in one minute, it runs once.',
  )
  .addOption(
    new Option('--only <what>', 'all, or only stories, told anew of the facts that are served')
      .choices(['all', 'stories'])
      .default('all'),
  )
  .option(
    '--accept-change <why>',
    'publish even if the market changed more since the last snapshot than its checks allow',
    reason,
  )
  .option('--timeout <minutes>', 'how long to wait for the run', minutes, 60);

async function main(changed: () => void): Promise<number> {
  const parsed = parseArguments(command);
  if (parsed === undefined) return 0;
  const { only, acceptChange, timeout } = parsed.options as Options;
  const configured = configureCommand();
  const waiting = new AbortController();
  const stop = (why: string) => waiting.abort(new StoppedWaiting(why));
  onStopSignal(() => stop('Stopped waiting; a run that was asked for goes on.'));
  const late = setTimeout(
    () =>
      stop(
        `No run ended within ${timeout} min. Is the server or a pipelines role running? The command stays in the log and will be taken up.`,
      ),
    timeout * 60_000,
  );
  const started = performance.now();
  try {
    const { log, isOwn } = await openCommandLog(configured, { name: 'compute', changed });
    if (isOwn) await untilLoaded(log, waiting.signal);
    const command = commandOf({ only, acceptChange });
    const { joined, run } = await runCompute(log, command, waiting.signal);
    const why = whyNotPublished(run);
    if (why !== undefined)
      console.error(`Nothing new is served: ${why}. What was served before is still served.`);
    if (run.state === 'kept_back')
      console.error(
        'If the market did change so: npm run compute -- --accept-change "WHY" publishes it in spite of what compares it with the last snapshot.',
      );
    printResult({
      commandId: command.commandId,
      joined,
      runId: run.runId,
      state: run.state,
      published: run.state === 'published',
      snapshotId: run.snapshot?.snapshotId ?? null,
      kind: run.snapshot?.kind ?? null,
      listings: run.snapshot?.listings ?? null,
      failedChecks: run.failedChecks ?? [],
      error: run.error ?? null,
      seconds: Math.round((performance.now() - started) / 10) / 100,
    });
    return run.state === 'published' ? 0 : 1;
  } catch (error) {
    if (!(error instanceof StoppedWaiting)) throw error;
    console.error(error.message);
    return 1;
  } finally {
    clearTimeout(late);
    await configured.lifecycle.stop();
  }
}

/** Asked for twice in one minute it is one command; one that accepts a change is always its own. */
function commandOf({ only, acceptChange }: Pick<Options, 'only' | 'acceptChange'>): ComputeCommand {
  const at = systemClock().toISOString();
  const asked = { at, only, askedBy: 'command' } as const;
  return acceptChange === undefined
    ? { ...asked, commandId: `${only === 'all' ? 'compute' : 'stories'}@${at.slice(0, 16)}Z` }
    : {
        ...asked,
        commandId: `compute@${at}-accept-change`,
        acceptChange: { by: whoRuns(), why: acceptChange },
      };
}

/** The account this runs as; in a container it may have no name. */
function whoRuns(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** Nothing failed: this command waits no longer. */
class StoppedWaiting extends Error {}

function minutes(text: string): number {
  const value = Number(text);
  if (!(value > 0 && value <= 1_440))
    throw new InvalidArgumentError('Give minutes, more than 0 and at most 1440.');
  return value;
}

function reason(text: string): string {
  if (text.trim() === '' || text.length > 500)
    throw new InvalidArgumentError('Say why in 1 to 500 characters; the run is recorded with it.');
  return text;
}

await runCommand(main);
