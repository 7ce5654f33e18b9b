import { describe, expect, it } from 'vitest';
import { stateOfLocation } from './location.ts';

describe('a location as typed', () => {
  it.each([
    ['TX', 'TX'],
    ['texas', 'TX'],
    [' New Mexico ', 'NM'],
    ['78701', 'TX'],
    ['78701-1234', 'TX'],
    ['Austin, TX', 'TX'],
    ['Boise, Idaho', 'ID'],
    ['Portland OR', 'OR'],
    ['Portland, OR 97201', 'OR'],
    ['', ''],
  ])('%j is in %j', (text, state) => {
    expect(stateOfLocation(text)).toBe(state);
  });

  it.each(['Atlantis', '00000', 'Toronto, ON', 'Tell me', '00901', '__proto__', 'TX 00000'])(
    'refuses %j by its name',
    (text) => {
      expect(() => stateOfLocation(text)).toThrow(`"${text}" is no US state or ZIP code`);
    },
  );

  it('refuses what is no place against the field that it was typed into', () => {
    const message = expect.stringMatching('^"Narnia" is no US state');
    expect(() => stateOfLocation(' Narnia ')).toThrow(
      expect.objectContaining({
        code: 'unknown_location',
        message,
        extra: { details: [{ path: 'location', message }] },
      }),
    );
  });
});
