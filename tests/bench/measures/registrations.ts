import { spawn } from 'node:child_process';
import { createWriteStream, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { atLeast, atMost } from '../measure.ts';
import { benchFolder, scaled } from '../support/scale.ts';

/**
 * A registration file of 2,000,000 rows into the log by the command itself, which returns as soon as the
 * events are there: rows a second of the whole command, and its highest resident memory.
 */
const ROWS = scaled(2_000_000);
const folder = mkdtempSync(join(benchFolder(), 'registrations-'));
const file = join(folder, 'states_20261101.csv');
const mapping = join(folder, 'states.yaml');

const states = ['OR', 'WA', 'TX', 'CA', 'BC', 'FL'];
const makes = ['JAYCO', 'KEYSTONE', 'FOREST RIVER', 'WINNEBAGO', 'AIRSTREAM', 'GRAND DESIGN'];
const types = ['Travel Trailer', 'Fifth Wheel', 'Class A', 'Class C', 'Toy Hauler'];
const row = (n: number): string =>
  `${states[n % 6]},County ${n % 39},${String(1 + (n % 10)).padStart(2, '0')}/2026,${makes[n % 6]},Model ${n % 97},${types[n % 5]},${n % 3 === 0 ? 'N' : 'U'},${2000 + (n % 27)},1\n`;

const writing = createWriteStream(file);
writing.write('ST,County,Registered,Make,Model,Body,Condition,Year,N\n');
for (let from = 0; from < ROWS; from += 10_000) {
  const count = Math.min(10_000, ROWS - from);
  const isTaken = writing.write(Array.from({ length: count }, (_, n) => row(from + n)).join(''));
  if (!isTaken) await once(writing, 'drain');
}
writing.end();
await once(writing, 'finish');
writeFileSync(
  mapping,
  `source: bench-states
kind: registrations
format: csv
fields: { state: ST, month: { from: Registered, format: MM/YYYY }, make: Make, model: Model, type: Body, condition: Condition, year: Year, count: N }
observedAt: { from: $file, pattern: '(?<value>\\d{8})', format: YYYYMMDD }
`,
);

const ingest = spawn(
  'npm',
  ['run', '-s', 'ingest', '--', file, '--mapping', mapping, '--no-wait'],
  {
    env: { ...process.env, DATA_DIR: join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
let said = '';
ingest.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
let peakKb = 0;
const watching = setInterval(() => {
  peakKb = Math.max(peakKb, highestResidentKb(ingest.pid));
}, 100);
await once(ingest, 'close');
clearInterval(watching);
const result = JSON.parse(said.trim().split('\n').at(-1) ?? '{}') as {
  published: number;
  seconds: number;
};
if (result.published !== ROWS)
  throw new Error(`${result.published} of ${ROWS} rows were published`);

console.log(
  JSON.stringify([
    atLeast('registration rows into the log', ROWS / result.seconds, 'rows/s', 20_000),
    atMost('resident memory of taking a registration file', peakKb / 1024, 'MB', 300),
  ]),
);

/** The highest resident memory of a process and those it started, so far; of npm's child the command's own. */
function highestResidentKb(pid: number | undefined): number {
  if (pid === undefined) return 0;
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const own = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0);
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    const below = children.filter((id) => id !== '').map((id) => highestResidentKb(Number(id)));
    return Math.max(own, ...below);
  } catch {
    // It ended between two looks.
    return 0;
  }
}
