import { Command, InvalidArgumentError, Option } from 'commander';
import { systemClock } from '#platform/clock.ts';
import { loadConfig } from '#platform/config/load.ts';
import { Lifecycle } from '#platform/lifecycle.ts';
import { createLogger } from '#platform/logging.ts';
import type { ComputeCommand } from '#schemas/events/compute-command.ts';
import { parseArguments, printResult, runCommand } from './command.ts';
import { openLogPart, prepareDataDir } from './parts.ts';
import { startOwnPipelines } from './roles/own-pipelines.ts';
import { runCompute, untilLoaded } from './run-compute.ts';

interface Options {
  only: ComputeCommand['only'];
  timeout: number;
}

const command = new Command('npm run compute --')
  .description(
    'Runs the batch that makes the figures anew, and waits until they are served. Asked for twice in one minute, it runs once.',
  )
  .addOption(
    new Option('--only <what>', 'stories, or all').choices(['all', 'stories']).default('all'),
  )
  .option('--timeout <minutes>', 'how long to wait for the run', minutes, 60);

async function main(): Promise<number> {
  const parsed = parseArguments(command);
  if (parsed === undefined) return 0;
  const { only, timeout } = parsed.options as Options;
  const config = loadConfig(process.env, [
    'DATA_DIR',
    'KAFKA_BROKERS',
    'CLICKHOUSE_URL',
    'LOG_LEVEL',
    'SAMPLE',
  ]);
  const logger = createLogger(
    process.env['LOG_LEVEL'] ? config.LOG_LEVEL : 'error',
    process.stderr,
  );
  const lifecycle = new Lifecycle(logger);
  const waiting = new AbortController();
  const stop = (why: string) => waiting.abort(new StoppedWaiting(why));
  process.once('SIGINT', () => stop('Stopped waiting; a run that was asked for goes on.'));
  process.once('SIGTERM', () => stop('Stopped waiting; a run that was asked for goes on.'));
  const late = setTimeout(
    () =>
      stop(
        `No run ended within ${timeout} min. Is the server or a pipelines role running? The command stays in the log and will be taken up.`,
      ),
    timeout * 60_000,
  );
  const started = performance.now();
  try {
    const opening = { paths: await prepareDataDir(config.DATA_DIR), lifecycle, logger };
    // Who has the warehouse open computes: a running server, the pipelines role, else this command.
    const own = await startOwnPipelines(config, opening);
    const log = own?.log ?? (await openLogPart(config, opening, 'rigworth-compute'));
    if (own) await untilLoaded(log, waiting.signal);
    const at = systemClock().toISOString();
    const commandId = `compute@${at.slice(0, 16)}Z`;
    const asked = { commandId, at, only, askedBy: 'command' } as const;
    const { joined, snapshot } = await runCompute(log, asked, waiting.signal);
    if (snapshot === undefined)
      console.error(
        'The run published no snapshot: its checks kept it back or it failed, and the old one is still served. The log of who computes says why.',
      );
    printResult({
      commandId,
      joined,
      published: snapshot !== undefined,
      snapshotId: snapshot?.snapshotId ?? null,
      kind: snapshot?.kind ?? null,
      listings: snapshot?.listings ?? null,
      seconds: Math.round((performance.now() - started) / 10) / 100,
    });
    return snapshot === undefined ? 1 : 0;
  } catch (error) {
    if (!(error instanceof StoppedWaiting)) throw error;
    console.error(error.message);
    return 1;
  } finally {
    clearTimeout(late);
    await lifecycle.stop();
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

await runCommand(main);
