import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeSnapshot } from '#domain/snapshot-codec.ts';
import { pointAtSnapshotFile, writeSnapshotFile } from '#pipelines/compute/snapshot-files.ts';
import { drawMarket } from '#pipelines/valuation/testing/market.ts';
import { snapshotOf } from '#pipelines/valuation/testing/snapshot.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rigworth-value-'));
  // The drawn market under a make and a line that the catalogue knows.
  const units = drawMarket({ units: 600, seed: 4 }).map((unit) => ({
    ...unit,
    type: 'travel-trailer',
    makeId: 'jayco',
    makerId: 'jayco',
    lineId: 'jayco/jay-flight',
  }));
  const snapshot = snapshotOf(units);
  const aliases = [{ alias: 'Jayko Rvs', makeId: 'jayco', lineId: '' }];
  for (const [data, published] of [
    ['data', snapshot],
    ['data-of-staff', { ...snapshot, aliases }],
  ] as const) {
    const snapshots = join(folder, data, 'snapshots');
    await writeSnapshotFile(snapshots, snapshot.id, await encodeSnapshot(published));
    await pointAtSnapshotFile(snapshots, snapshot.id);
  }
});
afterAll(() => rm(folder, { recursive: true }));

interface Ended {
  code: number;
  lines: string[];
  errors: string;
}

function run(args: string[], dataDir = join(folder, 'data')): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(import.meta.dirname, 'value.ts'), ...args],
      { env: { PATH: process.env['PATH'], DATA_DIR: dataDir } },
      (error, stdout, stderr) =>
        resolve({
          code: typeof error?.code === 'number' ? error.code : 0,
          lines: stdout.trim().split('\n'),
          errors: stderr,
        }),
    );
  });
}

async function valueText(
  text: string | Uint8Array,
  data = 'data',
): Promise<Ended & { rows: Record<string, string>[] }> {
  const [input, out] = [join(folder, 'in.csv'), join(folder, 'out.csv')];
  await writeFile(input, text);
  const ended = await run([input, '--out', out], join(folder, data));
  const rows = ended.code === 0 ? parse(await readFile(out, 'utf8'), { columns: true }) : [];
  return { ...ended, rows: rows as Record<string, string>[] };
}

describe('npm run value', () => {
  it('gives every row back with its value, or with the reason why there is none', async () => {
    const { code, rows, lines } = await valueText(
      '\uFEFFYear,note,Make,Model,Mileage,Condition\r\n' +
        '2021,"a ""note"", here",Jayco,Jay Flight 2600BH,,USED\r\n' +
        '1850,,Jayco,Jay Flight,,\r\n' +
        '2021,,Blurfl,Thing,,new\r\n' +
        '2022,,Jayco,Jay Flight,,\r\n',
    );
    expect(code).toBe(0);
    expect(rows).toHaveLength(4);
    expect(rows[0]).toMatchObject({
      Year: '2021',
      note: 'a "note", here',
      basis: 'model',
      reason: '',
    });
    expect(Number(rows[0]?.['value'])).toBeGreaterThan(Number(rows[0]?.['low']));
    expect(Number(rows[0]?.['value'])).toBeLessThan(Number(rows[0]?.['high']));
    expect(rows[1]).toMatchObject({ value: '', reason: 'Year 1850 is not between 1990 and 2027.' });
    expect(rows[2]?.['reason']).toContain('"Blurfl"');
    expect(rows[3]).toMatchObject({ basis: 'line', reason: '' });
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
      rows: 4,
      columns: ['make', 'model', 'year', 'condition', 'mileage'],
      valued: 2,
      refused: { year_out_of_range: 1, unknown_make: 1 },
      market: 'real',
    });
  });

  it.each([
    ['a column is missing', 'make,year\nJayco,2021\n', "no column 'model'"],
    ['the file is empty', '', 'it has no header'],
    ['a quote of the header is never closed', 'make,"model,year\nJayco,Jay,2021\n', 'the header '],
    ['the header is not UTF-8', Buffer.from('make,model,year,caf\xe9\n', 'latin1'), 'is not UTF-8'],
  ])('is refused with one line when %s', async (_case, text, message) => {
    const { code, errors } = await valueText(text);
    expect(code).toBe(2);
    expect(errors).toContain(message);
    expect(errors.trim().split('\n')).toHaveLength(1);
    expect((await readdir(folder)).filter((file) => file.endsWith('.part'))).toEqual([]);
  });

  it('is refused with one line where the snapshot is of a version to come', async () => {
    const snapshots = join(folder, 'newer', 'snapshots');
    const newer = { ...snapshotOf([]), formatVersion: 4 as 3 };
    await writeSnapshotFile(snapshots, newer.id, await encodeSnapshot(newer));
    await pointAtSnapshotFile(snapshots, newer.id);
    const { code, errors } = await valueText('make,model,year\nJayco,Jay Flight,2021\n', 'newer');
    expect(code).toBe(2);
    expect(errors).toMatch(/^The snapshot is of format 4, this version reads 1, 2, 3\..*\n$/);
  });

  it('gives a row its reason that is none, and goes on with the others', async () => {
    const { code, rows, lines } = await valueText(
      [
        'make,model,year,note',
        'Jayco,Jay Flight,2021,a',
        'Jayco,"Jay Flight,2021,b',
        'Jayco,Jay Flight,2022,"c',
        'd"',
        'Jayco,Jay Flight,2022,e,f',
        `Jayco,Jay Flight,2022,${'g'.repeat(3_000_000)}`,
        'Jayco,Jay Flight',
        'Jayco,Jay Flight,2022,h',
      ].join('\n'),
    );
    expect(code).toBe(0);
    const reasons = rows.map(({ make, reason }) => [make?.slice(0, 25), reason]);
    expect(reasons).toEqual([
      ['Jayco', ''],
      ['Jayco,"Jay Flight,2021,b', expect.stringContaining('a quote is not closed')],
      ['Jayco', ''],
      ['Jayco,Jay Flight,2022,e,f', expect.stringContaining('has 5 cells')],
      ['Jayco', 'The row is longer than 1048576 bytes; the first of them are kept.'],
      ['Jayco', 'The year is empty.'],
      ['Jayco', ''],
    ]);
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
      rows: 7,
      valued: 3,
      refused: { bad_row: 3, empty_year: 1 },
    });
  });

  it('understands the spellings that staff had accepted when its snapshot was made', async () => {
    const text = 'make,model,year\nJayko Rvs,Jay Flight,2021\n';
    const { rows: before } = await valueText(text);
    expect(before[0]?.['reason']).toContain('"Jayko Rvs"');
    const { rows } = await valueText(text, 'data-of-staff');
    expect(rows[0]).toMatchObject({ basis: 'line', reason: '' });
  });

  it('gives every byte of the columns back as it was, and refuses a row that is not UTF-8', async () => {
    const given = [
      'make,"model",year, note ',
      'Jayco, Jay Flight ,2021,caf\u00c3\u00a9\r',
      '"Jayco",Jay Flight,"2022","x ""y"" z"',
      'Jayco,Jay Flight,2022,caf\u00e9 \u00ff',
    ];
    const { code, rows } = await valueText(Buffer.from(given.join('\n'), 'latin1'));
    expect(code).toBe(0);
    const written = (await readFile(join(folder, 'out.csv'), 'latin1')).split('\n');
    for (const [index, line] of given.entries())
      expect(written[index]?.startsWith(`${line.replace('\r', '')},`)).toBe(true);
    expect(rows.map(({ reason }) => reason)).toEqual([
      '',
      '',
      'The row is not UTF-8: save the file as UTF-8.',
    ]);
  });

  it('speaks of no mapping where a quote takes in a line that is not UTF-8', async () => {
    const text = 'make,model,year\n"Jayco,Jay Flight,2021\nJayco,caf\u00e9,2022\n';
    const { rows } = await valueText(Buffer.from(text, 'latin1'));
    expect(rows.map(({ reason }) => reason)).toEqual([
      'The row makes no row with the lines after it: one of them is not UTF-8.',
      'The row is not UTF-8: save the file as UTF-8.',
    ]);
  });

  it('gives an empty line back as an empty row, so that the rows stay where they were', async () => {
    const lines = [
      'make,model,year',
      'Jayco,Jay Flight,2021',
      '',
      'Jayco,Jay Flight,2022',
      '\t ',
      '',
    ];
    const { code, rows, lines: said } = await valueText(`\n${lines.join('\r\n')}\n\n`);
    expect(code).toBe(0);
    expect(rows.map(({ make, year, reason }) => [make, year, reason])).toEqual([
      ['Jayco', '2021', ''],
      ['', '', 'The make is empty.'],
      ['Jayco', '2022', ''],
      ['\t ', '', 'The make is empty.'],
      ['', '', 'The make is empty.'],
      ['', '', 'The make is empty.'],
    ]);
    expect(JSON.parse(said.at(-1) ?? '')).toMatchObject({
      rows: 6,
      valued: 2,
      refused: { empty_make: 4 },
    });
  });

  it('is refused when DATA_DIR is not a folder', async () => {
    const input = join(folder, 'in.csv');
    await writeFile(input, 'make,model,year\n');
    for (const dataDir of ['/dev/null', '/dev/null/data']) {
      const { code, errors } = await run([input, '--out', join(folder, 'else.csv')], dataDir);
      expect(errors).toBe(`${dataDir} is not a folder: set DATA_DIR to the server's.\n`);
      expect(code).toBe(2);
    }
  });

  it('is refused when there is no snapshot, no input, or both files are one', async () => {
    const input = join(folder, 'in.csv');
    await writeFile(input, 'make,model,year\n');
    const out = join(folder, 'elsewhere.csv');
    const refusals = [
      await run([input, '--out', out], join(folder, 'nothing')),
      await run([join(folder, 'absent.csv'), '--out', out]),
      await run([input, '--out', input]),
      await run([input]),
      await run([input, '--out', join(folder, 'nowhere', 'out.csv')]),
    ];
    expect(refusals.map(({ code }) => code)).toEqual([2, 2, 2, 2, 2]);
    expect(refusals[0]?.errors).toContain('There is no snapshot');
    expect(refusals[1]?.errors).toBe(`${join(folder, 'absent.csv')}: there is no such file\n`);
    expect(refusals[3]?.errors).toContain('--out');
    expect(refusals[4]?.errors).toBe(
      `${join(folder, 'nowhere', 'out.csv')}: there is no folder ${join(folder, 'nowhere')}\n`,
    );
  });
});
