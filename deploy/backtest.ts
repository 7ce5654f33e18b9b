import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import { checkWholeFile, writeWholeFile } from '#platform/whole-file.ts';
import {
  FOREIGN_MARKETS,
  foreignMarket,
  type ForeignUnits,
} from '#pipelines/valuation/backtest/foreign-markets.ts';
import {
  reportMarkdown,
  truthMarkdown,
  truthsMarkdown,
} from '#pipelines/valuation/backtest/markdown.ts';
import { featuresOf } from '#pipelines/valuation/backtest/query.ts';
import type { Report } from '#pipelines/valuation/backtest/report.ts';
import {
  backtest,
  backtestTruth,
  type Backtest,
  type Competitors,
} from '#pipelines/valuation/backtest/run.ts';
import { splitsByUnit, splitsForward, type Split } from '#pipelines/valuation/backtest/splits.ts';
import type { TruthReport } from '#pipelines/valuation/backtest/truth.ts';
import type { UnitMonth } from '#pipelines/valuation/unit-table.ts';
import { boost, csvOf, LEARNERS, preparePython } from './backtest/boosting.ts';
import { realSightings } from './backtest/sightings.ts';
import { simulatedUnits } from './backtest/simulated.ts';
import { unitMonthsOf } from './backtest/unit-months.ts';
import { parseArguments, printResult, runCommand, UsageError, whole } from './command.ts';

const REAL = resolve(import.meta.dirname, '../../shared/data/real');

interface Options {
  out: string;
  market: 'real' | 'simulated' | 'both';
  real: string;
  folds: number;
  repeats: number;
  cuts: number;
  listings: number;
  months: number;
  seed: number;
  learners: 'all' | 'none' | (typeof LEARNERS)[number];
  simulator?: true;
  seeds: number;
  settings: number;
  tune: 'each' | 'first';
  threads: number;
  cases?: string;
}

const command = new Command('npm run backtest --')
  .description(
    'Values held-out units, of real listings where they are there and of a simulated market with known truth, beside LightGBM, CatBoost and the median of the line on the same splits.',
  )
  .requiredOption('--out <path>', 'the tables go to PATH.md and PATH.json')
  .addOption(
    new Option('--market <which>', 'which market')
      .choices(['real', 'simulated', 'both'])
      .default('both'),
  )
  .option('--real <folder>', 'folder of the real listings', REAL)
  .option('--folds <n>', 'folds of the units', whole(2, 100), 5)
  .option('--repeats <n>', 'how often units are dealt into folds anew (real)', whole(1, 100), 2)
  .option('--cuts <n>', 'splits in time, as far as the dates allow', whole(0, 60), 3)
  .option('--listings <n>', 'listings of the simulated market', whole(1_000, 10_000_000), 67_510)
  .option('--months <n>', 'its months', whole(1, 240), 36)
  .option(
    '--seed <n>',
    'another seed deals other folds and draws another market',
    whole(0, 2 ** 31 - 1),
    1,
  )
  .option(
    '--simulator',
    'only our method against markets of known truth: simulated ones and two of foreign forms',
  )
  .option('--seeds <n>', 'how many simulated ones, from --seed on', whole(1, 1_000), 10)
  .addOption(
    new Option('--learners <which>', 'which competitors')
      .choices(['all', 'none', ...LEARNERS])
      .default('all'),
  )
  .option(
    '--settings <n>',
    'of how many listed settings the best is taken; 1 is quick, 20 takes hours',
    whole(1, 20),
    20,
  )
  .addOption(
    new Option('--tune <split>', 'choose them on the training part of each split or of the first')
      .choices(['each', 'first'])
      .default('each'),
  )
  .option(
    '--threads <n>',
    'threads of the competitors; figures may differ with it',
    whole(1, 64),
    2,
  )
  .option(
    '--cases <file>',
    'every held-out price with every answer, as CSV; holds the listings’ facts',
  );

async function main(): Promise<number> {
  const parsed = parseArguments(command);
  if (parsed === undefined) return 0;
  const options = parsed.options as Options;
  // Before hours of work, whose result would have no place.
  for (const path of tablesOf(options)) await checkWholeFile(path);
  if (options.simulator === true) return againstTruths(options);
  if (options.cases !== undefined) await checkWholeFile(options.cases);
  const hasReal = existsSync(options.real);
  if (options.market === 'real' && !hasReal)
    throw new UsageError(
      `There are no real listings in ${options.real}: name their folder with --real.`,
    );
  const competitors = await competitorsOf(options);
  const backtests: Backtest[] = [];
  const truths: TruthReport[] = [];
  const run = async (title: string, rows: readonly UnitMonth[], splits: readonly Split[]) => {
    if (splits.length === 0) return;
    const onSplit = (name: string) => console.error(`${title}: ${name} is done`);
    backtests.push(
      await backtest(rows, splits, { title, seed: options.seed, competitors, onSplit }),
    );
  };

  if (options.market !== 'simulated')
    if (hasReal) {
      const rows = await unitMonthsOf(realSightings(options.real));
      await run('Real listings, by unit', rows, splitsByUnit(rows, options));
      await run('Real listings, forward in time', rows, splitsForward(rows, options.cuts));
    } else console.error(`absent: real listings in ${options.real}; they are left out`);
  if (options.market !== 'real') {
    const { rows, truthDay, truthOf } = await simulatedUnits(options);
    // One fold: the market is large, and its truth says more than its noisy prices.
    const [split] = splitsByUnit(rows, { ...options, repeats: 1 });
    await run('Simulated market, by unit', rows, split === undefined ? [] : [split]);
    await run('Simulated market, forward in time', rows, splitsForward(rows, options.cuts));
    const title = 'Simulated market, one month after its end';
    const truth = { day: truthDay, of: truthOf };
    truths.push(await backtestTruth(rows, truth, { title, seed: options.seed, competitors }));
  }

  const tables = [
    ...backtests.map(({ report }) => reportMarkdown(report)),
    ...truths.map((truth) => truthMarkdown(truth)),
  ].join('\n\n');
  if (options.cases !== undefined)
    await writeWholeFile(options.cases, csvOf(backtests.flatMap(caseRows)));
  return write(options, tables, [...backtests.map(({ report }) => report), ...truths]);
}

/** Market by market; the tables are written anew after each, so that a run that is cut off leaves them. */
async function againstTruths(options: Options): Promise<number> {
  const truths: TruthReport[] = [];
  const add = async (title: string, { rows, truthDay, truthOf }: ForeignUnits) => {
    const competitors: Competitors = () => Promise.resolve([]);
    const truth = { day: truthDay, of: truthOf };
    truths.push(await backtestTruth(rows, truth, { title, seed: options.seed, competitors }));
    await writeTables(options, truthsMarkdown(truths), truths);
    console.error(`${title} is done`);
  };
  for (const which of FOREIGN_MARKETS)
    await add(`foreign: ${which}`, foreignMarket(which, options.seed));
  for (let seed = options.seed; seed < options.seed + options.seeds; seed += 1)
    await add(`simulated: seed ${seed}`, await simulatedUnits({ ...options, seed }));
  return write(options, truthsMarkdown(truths), truths);
}

async function write(
  options: Options,
  tables: string,
  reports: readonly (Report | TruthReport)[],
): Promise<number> {
  const out = await writeTables(options, tables, reports);
  console.log(tables);
  printResult({ out, reports: reports.length });
  return 0;
}

async function writeTables(
  options: Options,
  tables: string,
  reports: readonly (Report | TruthReport)[],
): Promise<string[]> {
  const out = tablesOf(options);
  await writeWholeFile(out[0], `${tables}\n`);
  await writeWholeFile(out[1], `${JSON.stringify({ options, reports }, undefined, 2)}\n`);
  return [...out];
}

const tablesOf = ({ out }: Options) => [`${out}.md`, `${out}.json`] as const;

/** The boosting of the Python script, or nothing where it cannot run or is not asked for. */
async function competitorsOf(options: Options): Promise<Competitors> {
  if (options.learners === 'none') return () => Promise.resolve([]);
  const learners = options.learners === 'all' ? LEARNERS : [options.learners];
  const python = await preparePython(learners);
  if (python === undefined) {
    console.error('absent: python3; LightGBM and CatBoost are left out');
    return () => Promise.resolve([]);
  }
  return (task) => boost(python, task, { ...options, learners });
}

/** A line for each held-out price: what was asked, what came, and what every method said. */
function caseRows({ report, cases, methods }: Backtest): Record<string, string | number>[] {
  return cases.map(({ split, unit, query, actual }, at) => ({
    backtest: report.title,
    split,
    unit,
    ...featuresOf(query),
    day: query.day,
    actual,
    ...Object.fromEntries(
      methods.flatMap(({ name, answers }) => {
        const answer = answers[at];
        return (['log', 'low', 'high', 'confidence', 'basis'] as const).map((part) => [
          `${name} ${part}`,
          answer?.[part] ?? '',
        ]);
      }),
    ),
  }));
}

await runCommand(main);
