import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse as parseCsv } from 'csv-parse/sync';
import { featuresOf, queryOf, type Answer } from '#pipelines/valuation/backtest/query.ts';
import type { Method } from '#pipelines/valuation/backtest/report.ts';
import type { LearningTask } from '#pipelines/valuation/backtest/run.ts';
import { csvLine } from '../value-rows.ts';
import { makePython, pythonIn } from './python-packages.ts';

const PROJECT = join(import.meta.dirname, '../..');
const SCRIPT = join(PROJECT, 'tests/backtest/boosting.py');
const REQUIREMENTS = join(PROJECT, 'tests/backtest/requirements.txt');
const CACHE = join(PROJECT, 'tests/.cache');
/** What cross-validation found, by the content it was found on. */
const SETTINGS = join(CACHE, 'backtest-settings');

export const LEARNERS = ['LightGBM', 'CatBoost'] as const;

export interface BoostingOptions {
  learners: readonly string[];
  seed: number;
  threads: number;
  /** How many of the listed settings are compared by cross-validation. */
  settings: number;
  /** Whether on the training part of each split, or of the first for all. */
  tune: 'each' | 'first';
}

type Learners = readonly (typeof LEARNERS)[number][];

/** What these learners need, and where it is kept: by the hash of what it holds. */
async function environment(
  learners: Learners,
): Promise<{ packages: string[]; folder: string; python: string }> {
  const others = LEARNERS.filter((name) => !learners.includes(name));
  const packages = (await readFile(REQUIREMENTS, 'utf8'))
    .trim()
    .split('\n')
    .filter((line) => !others.some((name) => line.startsWith(`${name.toLowerCase()}==`)));
  const hash = createHash('sha256')
    .update(`${packages.join('\n')}\n`)
    .digest('hex')
    .slice(0, 8);
  const folder = join(CACHE, `backtest-python-${hash}`);
  return { packages, folder, python: pythonIn(folder) };
}

/** A Python that holds the pinned packages of these learners, where it has been made. */
export async function pythonIfReady(learners: Learners): Promise<string | undefined> {
  const held = [await environment(LEARNERS), await environment(learners)];
  return held.map(({ python }) => python).find((python) => existsSync(python));
}

/**
 * A Python that holds the pinned packages of these learners, made on first use.
 * @returns undefined where there is no python3
 */
export async function preparePython(learners: Learners): Promise<string | undefined> {
  const ready = await pythonIfReady(learners);
  if (ready !== undefined) return ready;
  const { packages, folder } = await environment(learners);
  return makePython(folder, packages);
}

/** Answers of gradient boosting to a task's queries. Rejects when the script fails. */
export async function boost(
  python: string,
  task: LearningTask,
  options: BoostingOptions,
): Promise<Method[]> {
  const folder = await mkdtemp(join(tmpdir(), 'rigworth-backtest-'));
  try {
    await writeTask(folder, task, options);
    const child = spawn(python, [SCRIPT, folder], {
      // Threads that wait by spinning would take the machine from whoever else is on it.
      env: { ...process.env, OMP_WAIT_POLICY: 'passive' },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0) throw new Error(`tests/backtest/boosting.py ended with ${code ?? 'a signal'}.`);
    return await readAnswers(
      join(folder, 'predictions.csv'),
      task.queries.length,
      options.learners,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeTask(
  folder: string,
  task: LearningTask,
  { learners, seed, threads, settings, tune }: BoostingOptions,
): Promise<void> {
  const priced = task.rows.flatMap((row, at) => ((row.price ?? 0) > 0 ? [at] : []));
  const place = new Map(priced.map((at, line) => [at, line]));
  const months = new Map<string, number>();
  for (const at of priced) {
    const unit = task.rows[at]?.unitId ?? '';
    months.set(unit, (months.get(unit) ?? 0) + 1);
  }
  const rows = priced.flatMap((at) => {
    const row = task.rows[at];
    if (row === undefined) return [];
    const weight = 1 / (months.get(row.unitId) ?? 1);
    return [{ unit: row.unitId, y: Math.log(row.price ?? 0), weight, ...featuresOf(queryOf(row)) }];
  });
  const queries = task.queries.map(({ split, query }, number) => ({
    split,
    query: number,
    ...featuresOf(query),
  }));
  await writeFile(join(folder, 'rows.csv'), csvOf(rows));
  await writeFile(join(folder, 'queries.csv'), csvOf(queries));
  const splits = task.splits.map(({ train }) => ({
    train: train.flatMap((at) => place.get(at) ?? []),
  }));
  await writeFile(
    join(folder, 'splits.json'),
    JSON.stringify({ learners, seed, threads, settings, tune, cache: SETTINGS, splits }),
  );
}

export function csvOf(rows: readonly Record<string, string | number>[]): string {
  const head = Object.keys(rows[0] ?? {});
  return [head, ...rows.map((row) => head.map((name) => `${row[name]}`))].map(csvLine).join('');
}

async function readAnswers(
  path: string,
  queries: number,
  learners: readonly string[],
): Promise<Method[]> {
  const written: Record<string, string>[] = parseCsv(await readFile(path), { columns: true });
  const methods = learners.map((name) => ({
    name,
    answers: Array.from({ length: queries }, (): Answer | undefined => undefined),
  }));
  for (const { learner, query, log, low, high } of written) {
    const method = methods.find(({ name }) => name === learner);
    if (method === undefined) continue;
    method.answers[Number(query)] = { log: Number(log), low: Number(low), high: Number(high) };
  }
  return methods;
}
