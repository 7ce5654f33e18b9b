import { resolve } from 'node:path';
import { SingleBar } from 'cli-progress';
import { Command, InvalidArgumentError } from 'commander';
import { writeMarket } from '#ingest/simulator/write.ts';
import { FileNotBegun } from '#platform/whole-file.ts';
import { calendarDate } from '#schemas/events/topic.ts';
import { parseArguments, printResult, runCommand, UsageError, whole } from './command.ts';

/** The end of a simulated market unless another is asked for: fixed, so that the same arguments give the same bytes. */
const DEFAULT_AS_OF = '2026-11-01';

interface Arguments {
  listings: number;
  months: number;
  seed: number;
  asOf?: number;
  truthAt?: number;
  grossErrors: number;
  dirt: number;
  out: string;
  truth?: string;
}

const command = new Command('npm run simulate --')
  .description(
    'Writes a simulated RV market with known truth, as NDJSON that `npm run ingest -- FILE --source simulator` reads.',
  )
  .option('--listings <n>', 'how many listings', whole(1, 1_000_000_000), 67_510)
  .option(
    '--months <n>',
    'over how many months before the end they are first seen',
    whole(1, 240),
    36,
  )
  .option('--seed <n>', 'another seed is another market', whole(0, 2 ** 31 - 1), 1)
  .option('--as-of <date>', `end of the market, YYYY-MM-DD (default: ${DEFAULT_AS_OF})`, date)
  .option(
    '--truth-at <date>',
    'date the truth is stated for (default: the end of the market)',
    date,
  )
  .option('--gross-errors <share>', 'share of prices that are grossly wrong', share, 0.05)
  .option('--dirt <share>', '1: dirt as usual in names, types and price texts, 0: none', share, 1)
  .requiredOption('--out <file>', 'where the sightings go, one JSON object a line')
  .option('--truth <file>', 'where the truth goes: {id, asOf, value, retained10} for each listing')
  .showSuggestionAfterError(false);

async function simulate(): Promise<number> {
  const parsed = parseArguments(command);
  if (parsed === undefined) return 0;
  const given = parsed.options as Arguments;
  const { listings, months, seed, truthAt, out, truth, grossErrors, dirt } = given;
  if (truth !== undefined && resolve(truth) === resolve(out))
    throw new UsageError(`--truth and --out are the same file (${out}); name two.`);

  const started = performance.now();
  const asOf = given.asOf ?? date(DEFAULT_AS_OF);
  const faults = { grossErrors, dirt };
  const options = { listings, months, seed, asOf, truthAt: truthAt ?? asOf, faults };
  const bar = process.stderr.isTTY
    ? new SingleBar({ format: 'simulating {bar} {value}/{total} listings, {eta_formatted} left' })
    : undefined;
  bar?.start(listings, 0);
  try {
    const written = await writeMarket(options, { out, truth }, (done) => bar?.update(done));
    const seconds = Math.round((performance.now() - started) / 10) / 100;
    bar?.stop();
    printResult({ ...written, out, truth: truth ?? null, seconds });
    return 0;
  } catch (error) {
    bar?.stop();
    if (error instanceof FileNotBegun) throw error;
    console.error(
      `The market was not written: ${error instanceof Error ? error.message : String(error)}`,
    );
    return 1;
  }
}

function share(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 1))
    throw new InvalidArgumentError('Give a number from 0 to 1.');
  return value;
}

/** Milliseconds at the start of that day, UTC. Years outside 2016 to 2045 have no simulated market. */
function date(text: string): number {
  if (!calendarDate.safeParse(text).success || text < '2016' || text > '2046')
    throw new InvalidArgumentError('Give a date from 2016-01-01 to 2045-12-31 as YYYY-MM-DD.');
  return Date.parse(`${text}T00:00:00Z`);
}

await runCommand(simulate);
