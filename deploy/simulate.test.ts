import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'simulate-'));
afterAll(() => rmSync(folder, { recursive: true }));

function simulate(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [join(import.meta.dirname, 'simulate.ts'), ...args], {
    encoding: 'utf8',
  });
}

describe('npm run simulate', () => {
  it('writes a market and says so in one JSON object on its last line', () => {
    const [out, truth] = [join(folder, 'market.ndjson'), join(folder, 'truth.ndjson')];
    const run = simulate(
      '--listings',
      '200',
      '--months',
      '12',
      '--seed',
      '3',
      '--out',
      out,
      '--truth',
      truth,
    );
    expect(run).toMatchObject({ status: 0, stderr: '' });
    const said = JSON.parse(run.stdout.trimEnd().split('\n').at(-1) ?? '') as { records: number };
    expect(said).toMatchObject({ listings: 200, out, truth });
    expect(readFileSync(out, 'utf8').split('\n').length - 1).toBe(said.records);
    expect(readFileSync(truth, 'utf8')).toContain('"asOf":"2026-11-01"');
  });

  it('explains itself', () => {
    const run = simulate('--help');
    expect(run.status).toBe(0);
    expect(run.stdout).toContain('--as-of <date>');
    expect(run.stdout).toContain('Usage: npm run simulate -- ');
  });

  it.each([
    [['--listings', '0'], '--listings'],
    [['--seed', 'x'], '--seed'],
    [['--as-of', '2026-02-30'], '--as-of'],
    [['--gross-errors', '2'], '--gross-errors'],
    [['--speed', '9'], '--speed'],
    [['--truth', join(folder, 'never')], '--truth'],
  ])('refuses %j with one line that names it', (args, named) => {
    const run = simulate(...args, '--out', join(folder, 'never'));
    expect(run.status).toBe(2);
    expect(run.stdout).toBe('');
    expect(run.stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(run.stderr).toContain(named);
    expect(run.stderr).not.toContain('..');
    expect(existsSync(join(folder, 'never'))).toBe(false);
  });

  it('refuses a folder that is not there, and no file at all', () => {
    const missing = join(folder, 'missing');
    expect(simulate('--out', join(missing, 'market'))).toMatchObject({
      status: 2,
      stderr: `${join(missing, 'market')}: there is no folder ${missing}\n`,
    });
    expect(simulate('--out', folder)).toMatchObject({
      status: 2,
      stderr: `${folder}: is there and is not a file; name another\n`,
    });
    expect(simulate().stderr).toMatch(/--out <file>' not specified\. See --help\.\n$/);
    expect(simulate('--seed', 'x').stderr).toMatch(/[^.]\. See --help\.\n$/);
  });
});
