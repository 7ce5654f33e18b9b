import { describe, expect, it } from 'vitest';
import { asWarehouseError, WarehouseAway } from './errors.ts';

const withCode = (code: string | number, name = 'code'): Error =>
  Object.assign(new Error('as it came'), { [name]: code });

describe('an error of the warehouse', () => {
  it.each([
    ['memory, over HTTP', withCode('241')],
    ['a full disk, embedded', withCode(243, 'clickhouseCode')],
    ['too many parts', withCode('252')],
    ['a refused connection', withCode('ECONNREFUSED')],
    ['an answer without a code', new Error('upstream broke')],
  ])('that may pass is being away: %s', (_, error) => {
    expect(asWarehouseError(error, 'test')).toBeInstanceOf(WarehouseAway);
  });

  it.each([
    ['a syntax error', withCode('62')],
    ['an unknown table, embedded', withCode(60, 'clickhouseCode')],
    ['a mistake in our own call', new TypeError('not a name')],
    ['an error of another part', withCode('CHDB_BIND')],
    ['what is no error', 'text'],
  ])('that will come again is given back as it is: %s', (_, error) => {
    expect(asWarehouseError(error, 'test')).toBe(error);
  });
});
