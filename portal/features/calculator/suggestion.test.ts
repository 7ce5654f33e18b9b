import { describe, expect, it } from 'vitest';
import { EMPTY_FORM } from './analysis-form.ts';
import { usefulSuggestions, withSuggestion } from './suggestion.ts';

const MAKES = ['Jayco', 'Thor', 'Thor Motor Coach', 'Winnebago'];
const FORM = { ...EMPTY_FORM, make: 'Jayco', model: 'Eagel', year: '2019' };

describe('a suggestion taken', () => {
  it.each([
    ['Winnebago', { make: 'Winnebago', model: 'Eagel' }],
    ['Jayco Eagle', { make: 'Jayco', model: 'Eagle' }],
    ['winnebago View 24D', { make: 'Winnebago', model: 'View 24D' }],
    ['Thor Motor Coach Quantum', { make: 'Thor Motor Coach', model: 'Quantum' }],
    ['Thor Quantum', { make: 'Thor', model: 'Quantum' }],
    ['Jay Feather', { make: 'Jayco', model: 'Jay Feather' }],
  ])('%s', (name, expected) => {
    expect(withSuggestion(name, FORM, MAKES)).toEqual({ ...FORM, ...expected });
  });

  it('keeps the make named, while the list of makes is not loaded', () => {
    expect(withSuggestion('Jayco Eagle', FORM, [])).toEqual({ ...FORM, model: 'Eagle' });
  });

  it('is not offered where it would change nothing', () => {
    const names = ['Jayco', 'JAYCO', 'Jayco Eagel', 'Jayco Eagle', 'Winnebago'];
    expect(usefulSuggestions(names, FORM, MAKES)).toEqual(['Jayco Eagle', 'Winnebago']);
  });
});
