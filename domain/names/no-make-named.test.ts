import { describe, expect, it } from 'vitest';
import { fields, resolver, title } from './testing/names.ts';

/** What stands where a make should: then the line alone says it, if only one make has such a line. */
const NO_MAKES = [
  'Other', 'OTHERS', 'Other Make', 'Unknown', 'Unknown Make', 'Misc', 'Misc.', 'Miscellaneous', 'Various', 'Generic',
  'Unbranded', 'Unlisted', 'Not Listed', 'Select Make', 'Choose Make', 'No Make', 'RV', 'Trailer', 'Camper', 'Motorhome',
  'Travel Trailer', '-', '',
]; // prettier-ignore

describe('a word that says there is no make', () => {
  it.each(NO_MAKES)('%s', (make) => {
    const { lineId, floorplan } = resolver.resolve(fields(make, 'Montana', '3761FL'));
    expect([lineId, floorplan]).toEqual(['keystone/montana', '3761FL']);
  });

  it.each(['2019 Other Montana 3761FL', 'Used 2019 Misc Montana 3761FL', '2019 RV Montana 3761FL'])(
    'in a title: %s',
    (text) => {
      expect(resolver.resolve(title(text)).lineId).toBe('keystone/montana');
    },
  );

  it('leaves a line that several makes have unknown', () => {
    expect(resolver.resolve(fields('Other', 'Classic', '28')).basis).toBe('none');
    expect(resolver.resolve(fields('', 'Classic', '28')).basis).toBe('none');
  });

  it('is no line of a make either', () => {
    expect(resolver.resolve(fields('Keystone', 'Other')).basis).toBe('make');
    expect(resolver.resolve(fields('Keystone', 'Unknown Model')).basis).toBe('make');
    expect(resolver.resolve(title('2007 Renegade Toterhome')).basis).toBe('make');
  });
});

describe('letters of a make before a line of it', () => {
  it.each([
    ['FR', 'Sunseeker 2860DS', 'forest-river/sunseeker'],
    ['F.R.', 'Sunseeker 2860DS', 'forest-river/sunseeker'],
    ['FRV', 'Sunseeker 2860DS', 'forest-river/sunseeker'],
    ['GD', 'Imagine 2500RL', 'grand-design/imagine'],
    ['G.D.', 'Reflection 303RLS', 'grand-design/reflection'],
    ['GDRV', 'Reflection 303RLS', 'grand-design/reflection'],
    ['KEY', 'Sprinter 29FWRLS', 'keystone/sprinter'],
    ['JAY', 'Greyhawk 29MV', 'jayco/greyhawk'],
    ['TMC', 'Four Winds 28A', 'thor-motor-coach/four-winds'],
  ])('%s | %s', (make, model, line) => {
    expect(resolver.resolve(fields(make, model)).lineId).toBe(line);
    expect(resolver.resolve(title(`2019 ${make} ${model}`)).lineId).toBe(line);
  });

  it.each([
    // Not a line of it, no line at all, not its letters.
    ['GD', 'Montana 3761FL'],
    ['FR', 'Blorp 233'],
    ['XY', 'Sunseeker 2860DS'],
  ])('are not taken for a make in %s | %s', (make, model) => {
    expect(resolver.resolve(fields(make, model)).basis).toBe('none');
  });
});
