import { describe, expect, it } from 'vitest';
import { extract, ld } from './testing/page.ts';

const url = 'https://corner.example/rv/7';

describe('JSON-LD that is broken', () => {
  const broken = (text: string) => {
    const { jsonLd, warnings } = extract(ld(text), url);
    return { jsonLd, warnings };
  };

  it.each([
    ['a comment before it', '// an RV\n{"a": "x // y"}', { a: 'x // y' }, 'a comment'],
    ['an HTML comment in a comment', '// <!-- an RV -->\n{"a": 1}', { a: 1 }, 'a comment'],
    ['comments within', '{/* a */ "a": 1, // b\n "b": 2}', { a: 1, b: 2 }, 'a comment'],
    ['an HTML comment around it', '<!-- {"a": 1} -->', { a: 1 }, 'a comment'],
    [
      'an HTML comment before it',
      '<!-- an {RV} -->\n{"a": "<!-- x -->"}',
      { a: '<!-- x -->' },
      'a comment',
    ],
    ['an HTML comment within', '{"a": 1, <!-- b --> "b": 2}', { a: 1, b: 2 }, 'a comment'],
    ['CDATA marks on its line', '//<![CDATA[ {"a": 1} //]]>', { a: 1 }, 'a comment'],
    ['commas too many', '{"a": [1, 2,],, "b": 3,}', { a: [1, 2], b: 3 }, 'a comma too many'],
    ['a comma too few', '{"a": "x"\n "b": 2}', { a: 'x', b: 2 }, 'a comma too few'],
    [
      'a comma too few on its line',
      '{"a": "x" "price": "45000"}',
      { a: 'x', price: '45000' },
      'a comma too few',
    ],
    ['an escape of scripts', String.raw`{"a": "R\x26B"}`, { a: 'R&B' }, 'an escape'],
    ['a value left out', '{"a": , "b": 2, "c": }', { a: null, b: 2, c: null }, 'a value left out'],
    ['a quote inside a string', '{"a": "7" wide", "b": 2}', { a: '7" wide', b: 2 }, 'a quote'],
    [
      'inches before a comma inside a string',
      '{"a": "35\' 6", 2" hitch", "b": "x", c: 2}',
      { a: '35\' 6", 2" hitch', b: 'x', c: 2 },
      'a quote',
    ],
    ['a line end inside a string', '{"a": "x\ny"}', { a: 'x\ny' }, 'a line end'],
    [
      'a sum without quotes',
      '{"a": 139,900, "b": $1,200.50}',
      { a: '139,900', b: '$1,200.50' },
      'a sum',
    ],
    ['a number with zeros before it', '{"a": 007, "b": 2}', { a: '007', b: 2 }, 'zeros'],
    ['an escape that is none', String.raw`{"a": "it\'s"}`, { a: "it's" }, 'an escape'],
    ['single quotes and bare keys', "{a: 'it is', $b: null}", { a: 'it is', $b: null }, 'single'],
    [
      'words of other languages',
      '{"a": None, "b": NaN, "c": True}',
      { a: null, b: null, c: true },
      'None',
    ],
    [
      'what Python says of no number',
      '{"a": Infinity, "b": -Infinity}',
      { a: null, b: null },
      'Infinity',
    ],
    [
      'numbers as scripts write them',
      '{"a": 24995., "b": .5, "c": +3, "d": -.25e2}',
      { a: 24_995, b: 0.5, c: 3, d: -25 },
      'a number as scripts write it',
    ],
    ['an assignment around it', 'var x = {"a": 1};', { a: 1 }, 'text before it'],
    ['entities', '{&quot;a&quot;: &quot;R&amp;B&quot;}', { a: 'R&B' }, 'entities'],
    ['NUL around it', '\0{"a": 1}\0', { a: 1 }, 'an unseen character'],
    [
      'control characters between its pieces',
      '{\u0001"a"\u0002:\0 "x"\u007f,\u0085"b": 54995\u001f}',
      { a: 'x', b: 54_995 },
      'an unseen character',
    ],
    [
      'line and paragraph separators',
      '{"a":\u2028 1,\u2029"b": 2}',
      { a: 1, b: 2 },
      'an unseen character',
    ],
    ['a byte order mark', '\ufeff{"a":\ufeff 1}', { a: 1 }, 'an unseen character'],
    ['what has no width', '\u200b{\u2060"a": 1}\u202c', { a: 1 }, 'an unseen character'],
    ['what a browser makes of NUL', '{"a": 1,\ufffd"b": 2}', { a: 1, b: 2 }, 'an unseen character'],
    [
      'a control character before an assignment',
      '\u0001var x = {"a": 1}',
      { a: 1 },
      'text before it',
    ],
    ['NUL inside a string', '{"a": "x\0y"}', { a: 'x\0y' }, 'a control character inside'],
    ['a tab inside a string', '{"a": "x\ty"}', { a: 'x\ty' }, 'a line end or tab inside'],
    ['an end cut off', '{"a": {"b": 1, "c": "half of', { a: { b: 1 } }, 'an end'],
    ['an end cut off in a number', '{"a": 1, "price": 549', { a: 1 }, 'an end'],
    ['a bracket too few', '{"a": [1, 2}', { a: [1, 2] }, 'an end'],
  ])('is mended with a warning: %s', (_what, text, value, warning) => {
    const found = broken(text);
    expect(found.jsonLd).toEqual([value]);
    expect(found.warnings.join(' ')).toContain(warning);
  });

  it('of several lists gives each of their elements', () => {
    expect(broken('[{"a": 1}]\n[[{"b": 2}], {"c": 3}]').jsonLd).toEqual([
      { a: 1 },
      { b: 2 },
      { c: 3 },
    ]);
  });

  it('of several values gives each', () => {
    expect(broken('{"a": 1}\n{"b": 2},\n{"c": 3}').jsonLd).toEqual([{ a: 1 }, { b: 2 }, { c: 3 }]);
  });

  it.each([
    '{"@type": Vehicle}',
    'Access denied',
    '"text"',
    '}',
    '',
    'null',
    '{"a": 12abc}',
    '{"a": 1.2.3}',
  ])('is not guessed at: %j', (text) => {
    const { offers, jsonLd } = extract(ld(text) + ld('{"ok": 1}'), url);
    expect(offers).toEqual([]);
    expect(jsonLd).toEqual([{ ok: 1 }]);
  });

  it('keeps a key named like a prototype as a key', () => {
    const [value] = broken('{"__proto__": {"polluted": 1},}').jsonLd;
    expect(Object.keys(value as object)).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});
