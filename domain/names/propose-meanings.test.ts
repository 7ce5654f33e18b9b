import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../catalogue/catalogue.ts';
import { createMeaningProposer } from './propose-meanings.ts';

const catalogue = loadCatalogue();
const proposer = createMeaningProposer(catalogue);
const keystone = catalogue.makeById('keystone');
if (keystone === undefined) throw new Error('the catalogue has no Keystone');

describe('proposals of meanings', () => {
  it('of a make are makes written alike, the likeliest first', () => {
    const [first] = proposer.makes('Jaycoo');
    expect(first).toMatchObject({ makeId: 'jayco', lineId: '', name: 'Jayco' });
    expect(first?.likeness).toBeLessThan(1);
  });

  it('of a line are lines of the make', () => {
    const [first] = proposer.lines(keystone, 'Montanna');
    expect(first).toMatchObject({ makeId: 'keystone', name: 'Keystone Montana' });
    expect(catalogue.lineById(first?.lineId ?? '')?.name).toBe('Montana');
  });

  it('of a type are types written alike', () => {
    for (const [text, type] of [
      ['Travle Trailer', 'travel-trailer'],
      ['FITH WHEEL', 'fifth-wheel'],
      ['Clas A', 'class-a'],
    ])
      expect(proposer.types(text ?? '')[0]).toMatchObject({ makeId: '', lineId: '', type });
  });

  it('are none where nothing is like it, or there is nothing to be like', () => {
    for (const text of ['Qwrtzpft', '', '  ', '!!!']) {
      expect(proposer.makes(text)).toEqual([]);
      expect(proposer.types(text)).toEqual([]);
      expect(proposer.lines(keystone, text)).toEqual([]);
    }
    expect(proposer.makes('o').length).toBeLessThanOrEqual(3);
  });
});
