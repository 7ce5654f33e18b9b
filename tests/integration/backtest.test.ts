import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boost, preparePython, pythonIfReady } from '#deploy/backtest/boosting.ts';
import { drawMarket } from '#pipelines/valuation/testing/market.ts';
import { backtest } from '#pipelines/valuation/backtest/run.ts';
import { splitsByUnit } from '#pipelines/valuation/backtest/splits.ts';
import { isRequired, requireOrSkip } from '../support/engines.ts';
import { runCommand } from '../support/server.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rigworth-backtest-test-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const command = (...args: string[]) => runCommand('backtest.ts', args, {});

describe('npm run backtest', () => {
  it('values a simulated market it has not seen and writes the tables, the same each time', async () => {
    const run = async (name: string) => {
      const out = join(folder, name);
      const market = ['--market', 'simulated', '--listings', '1500', '--cuts', '1'];
      const { code, stdout } = await command(...market, '--learners', 'none', '--out', out);
      expect(code).toBe(0);
      expect(stdout.trim().split('\n').at(-1)).toContain('"reports":3');
      return {
        markdown: readFileSync(`${out}.md`, 'utf8'),
        reports: JSON.parse(readFileSync(`${out}.json`, 'utf8')).reports as unknown[],
      };
    };
    const first = await run('first');
    expect(first.markdown).toContain('## Simulated market, by unit');
    expect(first.markdown).toContain('ten-year retained value');
    expect(first.reports).toHaveLength(3);
    expect(await run('second')).toEqual(first);
  });

  it.each([
    [['--market', 'real', '--real', '/nowhere', '--out', 'x'], 'There are no real listings'],
    [['--folds', '1', '--out', 'x'], 'Give a whole number from 2 to 100'],
    [[], '--out'],
  ])('refuses %j', async (args, message) => {
    const { code, stderr } = await command(...args);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  it.each([
    [['--out', '/nowhere/x'], '/nowhere/x.md'],
    [['--out', '/nowhere/x', '--simulator', '--seeds', '1'], '/nowhere/x.md'],
    [['--out', 'x', '--cases', '/nowhere/x.csv'], '/nowhere/x.csv'],
  ])('refuses %j before it works, and leaves nothing', async (args, file) => {
    const quick = ['--market', 'simulated', '--listings', '1000', '--learners', 'none'];
    expect(await command(...quick, ...args)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: `${file}: there is no folder /nowhere\n`,
    });
    expect(readdirSync('.').filter((name) => name.startsWith('x.'))).toEqual([]);
  });
});

/** Where `npm run backtest` has installed it: that takes a minute, which only who requires it should wait. */
const learner = ['LightGBM'] as const;
const python = await (isRequired('lightgbm') ? preparePython(learner) : pythonIfReady(learner));
requireOrSkip('lightgbm', python === undefined ? 'it is not installed' : undefined);
it.skipIf(python === undefined)('scores gradient boosting on the same splits', async () => {
  const market = drawMarket({ units: 400, seed: 2 });
  const splits = splitsByUnit(market, { folds: 2, repeats: 1, seed: 1 });
  const { report } = await backtest(market, splits, {
    title: 'drawn',
    seed: 1,
    competitors: (task) =>
      boost(python ?? '', task, {
        learners: learner,
        seed: 1,
        threads: 1,
        settings: 1,
        tune: 'first',
      }),
  });
  const used = report.segments.find(({ value }) => value === 'used');
  const [ours, theirs] = [used?.metrics['RigWorth'], used?.metrics['LightGBM']];
  expect(theirs?.n).toBe(ours?.n);
  expect(theirs?.mdape).toBeLessThan(used?.metrics['line median']?.mdape ?? 0);
  expect(theirs?.coverage).toBeGreaterThan(0.6);
});
