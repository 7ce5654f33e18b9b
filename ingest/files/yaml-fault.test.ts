import { describe, expect, it } from 'vitest';
import { faultsOf, MAPPING } from './testing/mapping.ts';

describe('the YAML of a mapping', () => {
  it.each([
    [
      'an anchor that contains itself',
      MAPPING.replace('[Stock]', '&x [Stock, *x]'),
      ':3: is not YAML: *x stands inside what it repeats',
    ],
    [
      'an anchor that is not there',
      MAPPING.replace('[Stock]', '*x'),
      ':3: is not YAML: *x repeats nothing: no &x stands before it',
    ],
    [
      'aliases of aliases',
      `${MAPPING}a: &a [x, x, x, x, x, x, x]\nb: &b [*a, *a, *a, *a, *a, *a, *a]\nc: &c [*b, *b, *b, *b, *b, *b, *b]\nd: [*c, *c, *c]\n`,
      ':1: its aliases stand for too much: Excessive alias count',
    ],
    [
      'lists in lists in lists',
      `${MAPPING}x: ${'['.repeat(20_000)}${']'.repeat(20_000)}`,
      ':8: is not YAML: it is nested too deep',
    ],
    [
      'a key twice',
      `${MAPPING}'source' : other\n`,
      ':8: is not YAML: the key source is there twice',
    ],
    [
      'a field twice',
      MAPPING.replace('title: Name', 'title: Name\n  title: Other'),
      ':6: is not YAML: the key title is there twice',
    ],
    [
      'a name that a comment cuts off',
      `${MAPPING}id: [Stock #]\n`,
      ':8: is not YAML: the [ is not closed with a ], since " #" begins a comment; put the text in quotes',
    ],
    ['YAML that is none', `${MAPPING}x: [\n`, ':8: is not YAML: the [ is not closed with a ]'],
    [
      'a brace that is not closed',
      MAPPING.replace('Name', '{ from: Name'),
      ':5: is not YAML: the { is not closed with a }',
    ],
    [
      'a quote that is not closed',
      MAPPING.replace('Name', '"Name'),
      ':5: is not YAML: the text has no " at its end',
    ],
    [
      'a text with a colon',
      MAPPING.replace('Name', 'Name: of the unit'),
      ':5: is not YAML: a line has one key and its value; put a text with ": " in quotes',
    ],
    [
      'a key without a colon',
      MAPPING.replace('title: Name', 'title Name'),
      ':5: is not YAML: there is no colon behind the key',
    ],
    [
      'a tab',
      MAPPING.replace('  title', '\ttitle'),
      ':5: is not YAML: lines begin with spaces, not tabs',
    ],
    [
      'a sign that begins no text',
      MAPPING.replace('Name', '@Name'),
      ':5: is not YAML: put a text that begins with @ in quotes',
    ],
    [
      'a text that begins with a brace',
      MAPPING.replace('Name', '{Make} {Model}'),
      ':5: is not YAML: more stands behind a value that has ended; put the whole text in quotes',
    ],
    [
      'a second document',
      `${MAPPING}---\n${MAPPING}`,
      ':8: is not YAML: a second mapping begins here, behind ---; each has a file of its own',
    ],
  ])('with %s is refused where it stands', (_what, yaml, expected) => {
    expect(faultsOf(yaml).join('\n')).toContain(expected);
  });

  it('that is not closed has a comment that cuts nothing off', () => {
    const [fault] = faultsOf(`${MAPPING}x: [ # the stock number\n  Stock\n`);
    expect(fault).toMatch(/:8: is not YAML: the \[ is not closed with a \]$/);
  });

  it('that is none is told so in one line', () => {
    expect(faultsOf(`${MAPPING}x: ${'['.repeat(2_000)}`)).toHaveLength(1);
  });

  it('gives the line of a fault behind an anchor', () => {
    const yaml = MAPPING.replace('Name', "&x { from: Name, pattern: '(?<year>\\d+)' }").replace(
      '[Sale Price, Price]',
      '*x',
    );
    expect(faultsOf(yaml)).toEqual([
      expect.stringContaining(':5: fields.title.pattern: '),
      expect.stringContaining('fields.price.pattern: '),
    ]);
  });
});
