import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../../support/server.ts';
import { atLeast } from '../measure.ts';
import { sampleDataDir } from '../support/sample-data-dir.ts';

/** Rows a second of `npm run value` after its start, which the smallest possible file tells. */
const ROWS = 400_000;

const dataDir = await sampleDataDir();
const folder = process.env['BENCH_FOLDER'] ?? '';
const makes = [
  'Keystone,Montana',
  'Jayco,Eagle',
  'Forest River,Wildwood',
  'Winnebago,Minnie',
  'Grand Design,Imagine',
  'Airstream,Bambi',
];
const row = (i: number): string =>
  `${makes[i % makes.length]},${2010 + (i % 16)},${['new', 'used', 'certified', ''][i % 4]},${i % 3 === 0 ? '' : i % 150_000}`;

async function seconds(rows: number): Promise<number> {
  const file = join(folder, `value-${rows}.csv`);
  await writeFile(
    file,
    ['make,model,year,condition,mileage', ...Array.from({ length: rows }, (_, i) => row(i))].join(
      '\n',
    ),
  );
  const started = performance.now();
  const { code, stderr } = await runCommand('value.ts', [file, '--out', `${file}.out`], {
    DATA_DIR: dataDir,
  });
  if (code !== 0) throw new Error(`npm run value ended with ${code}: ${stderr}`);
  return (performance.now() - started) / 1_000;
}

const start = await seconds(1);
const all = await seconds(ROWS);
console.log(
  JSON.stringify([atLeast('bulk valuation after start', ROWS / (all - start), 'rows/s', 20_000)]),
);
