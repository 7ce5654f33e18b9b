import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { parseArguments, printResult, runCommand, UsageError } from '#deploy/command.ts';
import type { Measure } from './measure.ts';

const MEASURES = join(import.meta.dirname, 'measures');
const names = readdirSync(MEASURES)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -3));

const command = new Command('npm run bench --')
  .description(
    `Measures what must be fast or small, each in a process of its own: ${names.join(', ')}.`,
  )
  .argument('[names...]', 'only these')
  .option('--best-of <n>', 'run each so many times and keep the best of every figure', '1')
  .option('--scale <share>', 'a share of the full size, to try a measure out; bars hold at 1', '1');

async function main(): Promise<number> {
  const parsed = parseArguments(command);
  if (parsed === undefined) return 0;
  const chosen = parsed.args.length > 0 ? parsed.args : names;
  for (const name of chosen)
    if (!names.includes(name))
      throw new UsageError(`There is no measure '${name}'. Known: ${names.join(', ')}.`);
  const times = Number(parsed.options['bestOf']);
  const scale = Number(parsed.options['scale']);
  if (!Number.isInteger(times) || times < 1)
    throw new UsageError('--best-of takes a whole number from 1.');
  if (!(scale > 0 && scale <= 1)) throw new UsageError('--scale takes a share from 0 to 1.');
  const folder = mkdtempSync(join(tmpdir(), 'rigworth-bench-'));
  const results: Measure[] = [];
  try {
    for (const name of chosen) {
      const runs = Array.from({ length: times }, () => runOne(name, folder, scale));
      results.push(...best(runs));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  for (const { name, value, unit, bar, baseline, pass } of results) {
    const verdict = pass === null ? '    ' : pass ? 'pass' : 'MISS';
    const beside = baseline === null ? '' : `, baseline ${baseline}`;
    console.error(`${verdict}  ${name}: ${value} ${unit} (${bar ?? 'no bar'}${beside})`);
  }
  printResult(results);
  return results.every(({ pass }) => pass !== false) ? 0 : 1;
}

/** A measure prints its figures as its last line; anything else it says goes to standard error. */
function runOne(name: string, folder: string, scale: number): Measure[] {
  console.error(`measuring ${name} …`);
  const child = spawnSync(process.execPath, ['--expose-gc', join(MEASURES, `${name}.ts`)], {
    env: {
      ...process.env,
      BENCH_FOLDER: folder,
      BENCH_SCALE: String(scale),
      // As the npm scripts start the server: the engine holds threads of the same pool, and with an
      // arena of the allocator for each of them the server would take 100 MB more; its own allocator would
      // keep 50 to 100 MB for a while that it needs no more. For young objects V8 would take up to 130 MB
      // in each thread that makes many.
      UV_THREADPOOL_SIZE: '12',
      MALLOC_ARENA_MAX: '2',
      JE_MALLOC_CONF: 'background_thread:true,dirty_decay_ms:1000,muzzy_decay_ms:0',
      NODE_OPTIONS: '--max-semi-space-size=16',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (child.status !== 0)
    throw new Error(`the measure ${name} ended with ${child.status ?? child.signal}`);
  return JSON.parse(child.stdout.trim().split('\n').at(-1) ?? '[]') as Measure[];
}

/** Of several runs the best of each figure: this machine is shared, and noise only ever slows. */
function best(runs: readonly Measure[][]): Measure[] {
  const [first = []] = runs;
  return first.map((measure, i) =>
    runs
      .map((run) => run[i] ?? measure)
      .reduce((a, b) =>
        (measure.bar?.startsWith('at least') ?? false) === a.value >= b.value ? a : b,
      ),
  );
}

await runCommand(main);
