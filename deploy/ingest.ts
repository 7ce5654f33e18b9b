import { join } from 'node:path';
import { Command } from 'commander';
import { collectFiles } from '#ingest/collect-files.ts';
import { unreadableInWords } from '#ingest/files/failures.ts';
import { openFeed } from '#ingest/files/feed.ts';
import { loadMapping, placeInMapping } from '#ingest/files/load-mapping.ts';
import { isRegistrationMapping, loadRegistrationMapping } from '#ingest/registrations/mapping.ts';
import { newRunId } from '#ingest/run.ts';
import { systemClock } from '#platform/clock.ts';
import {
  Interrupted,
  onStopSignal,
  parseArguments,
  printResult,
  runCommand,
  say,
  UsageError,
} from './command.ts';
import { configureCommand } from './command-config.ts';
import { openCommandLog } from './command-log.ts';
import { ingestRegistrations } from './ingest-registrations.ts';
import { showProgress } from './progress.ts';
import { tellServed } from './tell-served.ts';
import { waitForRun } from './wait-for-run.ts';

interface Options {
  source?: string;
  mapping?: string;
  observedAt?: string;
  wait: boolean;
}

const command = new Command('npm run ingest --')
  .description(
    'Brings files of listings or registrations in: reads them by their source’s mapping, and waits until they are in every figure.',
  )
  .argument('<files...>', 'files of one source')
  .option('--source <name>', 'a source with a mapping in ingest/sources')
  .option('--mapping <file>', 'a mapping from anywhere, instead of --source')
  .option(
    '--observed-at <date>',
    'when the files were seen, where nothing in them says so: YYYY-MM-DD or an instant',
  )
  .option('--no-wait', 'return as soon as the events are in the log');

async function main(changed: () => void): Promise<number> {
  const parsed = parseArguments(command);
  if (parsed === undefined) return 0;
  const files = parsed.args;
  const options = parsed.options as Options;
  if (options.source === undefined && options.mapping === undefined)
    throw new UsageError('Name the source with --source NAME, or its mapping with --mapping FILE.');
  const named = options.mapping ?? options.source ?? '';
  const mapping = (await isRegistrationMapping(named))
    ? await loadRegistrationMapping(named)
    : await loadMapping(named);
  if (options.source !== undefined && mapping.source !== options.source)
    throw new UsageError(
      `--source says '${options.source}', the mapping says '${mapping.source}'.`,
    );

  const configured = configureCommand();
  const { lifecycle } = configured;
  const abort = new AbortController();
  const stop = (): void =>
    abort.abort(
      new Interrupted(
        'Stopped. What was published stays; run the same command again to complete it.',
      ),
    );
  onStopSignal(stop);
  const started = performance.now();
  const seconds = () => Math.round((performance.now() - started) / 10) / 100;
  try {
    const { log, paths, takeUp } = await openCommandLog(configured, {
      name: 'ingest',
      changed,
      waits: options.wait,
    });
    const progress = showProgress(process.stderr);
    // However the command ends: a bar that is still drawn keeps the process, and the cursor hidden.
    lifecycle.onStop('progress', async () => progress.stop());
    if ('kind' in mapping) {
      const { outcome, isPartial, ...counts } = await ingestRegistrations({
        log,
        mapping,
        files,
        observedAt: options.observedAt,
        root: paths.root,
        wait: options.wait,
        progress,
        signal: abort.signal,
        takeUp,
      });
      progress.stop();
      printResult({ ...counts, ...outcome, seconds: seconds() });
      return isPartial ? 1 : 0;
    }
    const feed = await openFeed({
      log,
      mapping,
      files,
      observedAt: options.observedAt,
      newRunId: () => newRunId(systemClock, () => crypto.randomUUID().slice(0, 8)),
      folder: join(paths.root, 'feeds'),
    });
    const { runId, goesOnFrom } = feed;
    const waiting = { log, runId, signal: abort.signal, progress, takeUp };
    if (feed.isTaken) {
      const which =
        files.length === 1 ? `${files[0]}: was` : `The same ${files.length} files: were`;
      say(`${which} taken before, as run ${runId}; nothing is published.`);
      // Whoever took them may not have waited.
      const served = options.wait
        ? await (await waitForRun({ ...waiting, isPublished: true })).untilServed()
        : undefined;
      progress.stop();
      const { outcome, isLess } = tellServed(served);
      printResult({ read: 0, published: 0, taken: files.length, ...outcome, seconds: seconds() });
      return isLess ? 1 : 0;
    }
    if (feed.appendedBefore > 0) {
      const place =
        goesOnFrom && ` Reads on from byte ${goesOnFrom.from} of ${files[goesOnFrom.file] ?? ''}.`;
      say(
        `Goes on as run ${runId}: ${feed.appendedBefore} of its events are in the log.${place ?? ''}`,
      );
    }
    const watching = options.wait ? await waitForRun(waiting) : undefined;
    const result = await collectFiles({
      log,
      clock: systemClock,
      mapping,
      files,
      observedAt: options.observedAt,
      runId,
      onProgress: (now) => progress.publishing(now),
      signal: abort.signal,
      feed,
    });
    for (const { file, message } of result.failures) say(`${file}: ${message}`);
    if (result.read > result.unreadable && result.emptyFields.length > 0)
      say(
        `No record gave ${result.emptyFields.join(', ')}: it is empty in all of them, or its path or pattern in the mapping is wrong.`,
      );
    for (const key of result.read > result.unreadable ? result.emptyHistory : [])
      say(
        `${placeInMapping(mapping, ['history', ...key.split('.')])} gave nothing in any record, so that earlier prices are missing: correct it where the files have them.`,
      );
    if (result.firstUnreadable !== undefined)
      say(unreadableInWords(result.unreadable, result.read, result.firstUnreadable));
    const { records, states, first } = result.cutHistories;
    if (records > 0)
      say(
        `Records with too long a history for their size: ${records} (the first is ${first}). Their ${states} oldest prices became no sightings; the records keep them.`,
      );
    const served = await watching?.untilServed();
    progress.stop();
    const { outcome, isLess } = tellServed(served);
    const { read, published } = result;
    printResult({ read, published, taken: 0, ...outcome, seconds: seconds() });
    return isLess || result.failures.length > 0 ? 1 : 0;
  } finally {
    await lifecycle.stop();
  }
}

await runCommand(main);
