import { assert, array, property, string } from 'fast-check';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import type { ValuationRequest } from '#domain/valuation/evaluate.ts';
import { csvLine, findColumns, valueRow, type Columns } from './value-rows.ts';

const estimate = { value: 20_000, low: 17_000, high: 23_000, confidence: 0.7, dataPoints: 12 };

/** Values everything, and keeps what it was asked. */
function recorder() {
  const asked: ValuationRequest[] = [];
  return {
    asked,
    estimate: (request: ValuationRequest) => {
      asked.push(request);
      return { ...estimate, basis: 'model' as const };
    },
  };
}

const columnsOf = (header: string): Columns => {
  const columns = findColumns(header.split(','));
  if ('fault' in columns) throw new Error(columns.fault);
  return columns;
};
const valued = (header: string, row: string) => {
  const evaluator = recorder();
  const result = valueRow(evaluator, columnsOf(header), row.split(','));
  return { ...result, asked: evaluator.asked[0] };
};

describe('a header', () => {
  it('may have its columns in any order and case, among others', () => {
    expect(columnsOf('id, Mileage ,YEAR,model,Make,as-of')).toEqual({
      mileage: 1,
      year: 2,
      model: 3,
      make: 4,
      as_of: 5,
    });
  });

  it('is refused when a column is missing or there twice', () => {
    expect(findColumns(['make', 'year'])).toEqual({
      fault: "The header has no column 'model'; it has: make, year.",
    });
    expect(findColumns(['make;model;year'])).toEqual({
      fault:
        "The header has no column 'make', 'model', 'year'; it has: make;model;year. Its columns are parted by ';': save the file with commas.",
    });
    expect(findColumns(['make\tmodel\tyear'])).toMatchObject({
      fault: expect.stringContaining('parted by tabs') as string,
    });
    expect(findColumns(['make', 'model', 'year', 'Year'])).toEqual({
      fault: "The column 'year' is there twice.",
    });
  });
});

describe('a row', () => {
  const header = 'make,model,year,condition,mileage,as_of,state';

  it('is read as it is meant', () => {
    const { asked, added } = valued(header, 'Jayco, Greyhawk 29MV ,2019,USED,45000,2026-07-31,tx');
    expect(asked).toEqual({
      make: 'Jayco',
      model: 'Greyhawk 29MV',
      year: 2019,
      condition: 'used',
      mileage: 45_000,
      state: 'TX',
      asOf: '2026-07-31',
    });
    expect(added).toEqual(['20000', '17000', '23000', '0.7', '12', 'model', '']);
  });

  it('is used, of unknown mileage, now and anywhere where it does not say', () => {
    expect(valued('make,model,year', 'Jayco,Eagle,2019').asked).toEqual({
      make: 'Jayco',
      model: 'Eagle',
      year: 2019,
      condition: 'used',
      mileage: undefined,
      state: undefined,
      asOf: undefined,
    });
  });

  it.each([
    ['Pre-Owned', '12345 mi', 'used', 12_345],
    ['Certified Pre-Owned', '12 345', 'certified', 12_345],
    ['CPO', '12.3k miles', 'certified', 12_300],
    ['https://schema.org/NewCondition', '20 km', 'new', 12],
    ['N', '0', 'new', 0],
    ['like new', '45000.0', 'used', 45_000],
  ])('has condition %j and mileage %j as a listing would', (condition, miles, read, mileage) => {
    const { asked } = valued(header, `Jayco,Greyhawk,2019,${condition},${miles},,`);
    expect(asked).toMatchObject({ condition: read, mileage });
  });

  it.each(['N/A', 'n/a', '-', 'unknown', 'None'])('does not know what it calls %j', (nothing) => {
    const { asked } = valued(header, `Jayco,Eagle,2019,used,${nothing},${nothing},${nothing}`);
    expect(asked).toMatchObject({ mileage: undefined, state: undefined, asOf: undefined });
  });

  it('may part thousands by a comma', () => {
    const evaluator = recorder();
    valueRow(evaluator, columnsOf(header), ['Jayco', 'Greyhawk', '2019', '', '12,345']);
    expect(evaluator.asked[0]).toMatchObject({ mileage: 12_345 });
  });

  it.each([
    ['Jayco,,2019,used,,,', 'empty_model'],
    [',Eagle,2019,used,,,', 'empty_make'],
    ['Jayco,Eagle', 'empty_year'],
    ['Jayco,Eagle,twenty,used,,,', 'bad_year'],
    ['Jayco,Eagle,0x7e3,used,,,', 'bad_year'],
    ['Jayco,Eagle,2e3,used,,,', 'bad_year'],
    ['Jayco,Eagle,2019,blue,,,', 'bad_condition'],
    ['Jayco,Eagle,2019,unknown,,,', 'bad_condition'],
    // Worth less than the used ones of the market.
    ['Jayco,Eagle,2019,salvage,,,', 'bad_condition'],
    ['Jayco,Eagle,2019,Used - rebuilt title,,,', 'bad_condition'],
    ['Jayco,Eagle,2019,used,lots,,', 'bad_mileage'],
    ['Jayco,Eagle,2019,used,-5,,', 'bad_mileage'],
    ['Jayco,Eagle,2019,used,38 hours,,', 'bad_mileage'],
    ['Jayco,Eagle,2019,used,3I 200,,', 'bad_mileage'],
    ['Jayco,Eagle,2019,used,,2026-02-30,', 'bad_as_of'],
    ['Jayco,Eagle,2019,used,,07/31/2026,', 'bad_as_of'],
    ['Jayco,Eagle,2019,used,,,Ontario', 'bad_state'],
  ])('%j is refused: %s', (row, reason) => {
    const { added, refused, asked } = valued(header, row);
    expect(refused).toBe(reason);
    expect(asked).toBeUndefined();
    expect(added.slice(0, 6)).toEqual(['', '', '', '', '', '']);
    expect(added[6]).not.toBe('');
  });

  it.each([
    [[], 'Not known.'],
    [['Jayco'], 'Not known. Did you mean Jayco?'],
    [['Jayco', 'Keystone', 'KZ'], 'Not known. Did you mean Jayco, Keystone or KZ?'],
  ])(
    'passes on why the market has no value for it, and names near to its own: %j',
    (suggestions, reason) => {
      const refusing = {
        estimate: () => ({ refused: 'unknown_make' as const, message: 'Not known.', suggestions }),
      };
      expect(valueRow(refusing, columnsOf('make,model,year'), ['a', 'b', '2019'])).toEqual({
        added: ['', '', '', '', '', '', reason],
        refused: 'unknown_make',
      });
    },
  );
});

describe('a line of the result', () => {
  it('is read back as the cells it was made of', () => {
    assert(
      property(array(string({ unit: 'binary' }), { minLength: 2, maxLength: 6 }), (cells) => {
        expect(parse(csvLine(cells))).toEqual([cells]);
      }),
    );
  });
});
