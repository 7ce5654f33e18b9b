import { array, assert, constantFrom, oneof, property, string, stringMatching } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxRobotsBytes } from './lines.ts';
import { readRobots } from './rules.ts';

const robots = (text: string | Uint8Array, token = 'RigWorthBot') =>
  readRobots(typeof text === 'string' ? Buffer.from(text) : text, token);
const allows = (text: string, path: string, token?: string) =>
  robots(text, token).allows(`https://rv.example${path}`);

describe('which group of a robots.txt holds', () => {
  const file = 'User-agent: *\nDisallow: /\n\nUser-agent: rigworthbot/2.0 (any)\nDisallow: /cart\n';

  it('is the one that names us, whatever its case and version', () => {
    expect(allows(file, '/rv/1')).toBe(true);
    expect(allows(file, '/cart/1')).toBe(false);
  });

  it('is that of everyone where none names us', () => {
    expect(allows(file, '/rv/1', 'OtherBot')).toBe(false);
  });

  it('is our own even where it is empty', () => {
    expect(allows('User-agent: *\nDisallow: /\nUser-agent: RigWorthBot\n', '/rv')).toBe(true);
  });

  it('is all groups that name us, wherever they stand', () => {
    const parted =
      'User-agent: RigWorthBot\nDisallow: /a\nUser-agent: x\nDisallow: /\nUser-agent: RigWorthBot\nDisallow: /b\n';
    expect([allows(parted, '/a'), allows(parted, '/b'), allows(parted, '/c')]).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('is not parted by records of another kind', () => {
    const text =
      'User-agent: RigWorthBot\nCrawl-delay: 4\nSitemap: /s.xml\nUser-agent: x\nDisallow: /private\n';
    expect(allows(text, '/private')).toBe(false);
  });
});

describe('which rule holds', () => {
  it.each([
    ['the longest', 'Disallow: /rv\nAllow: /rv/used', '/rv/used/1', true],
    ['of two as long the one that allows', 'Disallow: /rv\nAllow: /rv', '/rv', true],
    ['none of an empty path', 'Disallow:', '/rv', true],
    ['stars for anything', 'Disallow: /*?page=', '/used?page=2', false],
    ['a dollar for the end', 'Disallow: /*.pdf$', '/a.pdf', false],
    ['a dollar for nothing but the end', 'Disallow: /*.pdf$', '/a.pdf?x', true],
    ['no overlap of star and end', 'Disallow: /ab*ba$', '/aba', true],
    ['octets in escapes of either case', 'Disallow: /caf%c3%a9', '/caf%C3%A9', false],
    ['octets outside ASCII as escapes', 'Disallow: /café', '/caf%C3%A9', false],
    ['the common misspelling', 'Dissallow: /rv', '/rv', false],
    ['no colon', 'disallow /rv', '/rv', false],
    [
      'escapes of either case of the path too',
      'Disallow: /\nAllow: /caf%C3%A9',
      '/caf%c3%a9',
      true,
    ],
    ['the query without a path', 'Disallow: /?q', '?q=1', false],
  ])('%s', (_name, rules, path, expected) => {
    expect(allows(`User-agent: *\n${rules}\n`, path)).toBe(expected);
  });

  it('is parted by no line whose name has a blank and no colon', () => {
    const text = 'User-agent: *\nDisallow: /a\nuser agent=x\nDisallow: /b\n';
    expect([allows(text, '/a'), allows(text, '/b')]).toEqual([false, false]);
  });

  it('is none before the first agent, and none in a page of HTML', () => {
    expect(allows('Disallow: /\nUser-agent: x\n', '/')).toBe(true);
    expect(allows('<!doctype html><title>Not found</title>\n<p>Disallow: /', '/')).toBe(true);
  });
});

describe('the bytes of a robots.txt', () => {
  const text = 'User-agent: *\r\nDisallow: /rv\r\n';

  it('may begin with a byte order mark and be UTF-16', () => {
    const little = Buffer.from(`\ufeff${text}`, 'utf16le');
    const big = Buffer.from(little).swap16();
    for (const bytes of [Buffer.from(`\ufeff${text}`), little, big])
      expect(robots(bytes).allows('https://rv.example/rv')).toBe(false);
  });

  it('count up to 500 KiB, without the line the limit cuts through', () => {
    const filler = `#${'x'.repeat(maxRobotsBytes - text.length - '\nDisallow: /m'.length - 1)}\n`;
    const cut = robots(`${text}${filler}Disallow: /motorhomes\n`);
    expect(cut.allows('https://rv.example/rv')).toBe(false);
    expect(cut.allows('https://rv.example/m')).toBe(true);
  });

  it('count with the line that ends at the limit', () => {
    const last = '\nDisallow: /m';
    const filler = `#${'x'.repeat(maxRobotsBytes - text.length - last.length - 1)}`;
    const rules = robots(`${text}${filler}${last}\nDisallow: /n`);
    expect(rules.allows('https://rv.example/m')).toBe(false);
    expect(rules.allows('https://rv.example/n')).toBe(true);
  });
});

describe('what else it says', () => {
  it('is the crawl delay of the group that holds, the longest, in seconds', () => {
    const text =
      'User-agent: *\nCrawl-delay: 30\nUser-agent: RigWorthBot\nCrawl-delay: 2.5\nDisallow: /x\nCrawl-delay: 1\n';
    expect(robots(text).crawlDelay).toBe(2.5);
    expect(robots(text, 'x').crawlDelay).toBe(30);
    expect(robots('User-agent: *\nCrawl-delay: soon\n').crawlDelay).toBeUndefined();
  });

  it.each([
    ['.5', 0.5],
    ['1,5', 1.5],
    ['2. ', 2],
    ['10s', 10],
  ])('is a crawl delay however its fraction is written: %s', (written, seconds) => {
    expect(robots(`User-agent: *\nCrawl-delay: ${written}\n`).crawlDelay).toBe(seconds);
  });

  it('gives a crawl delay to its own agent only, though rules go to all before them', () => {
    const text = 'User-agent: RigWorthBot\nCrawl-delay: 10\nUser-agent: other\nCrawl-delay: 90\n';
    expect(robots(text).crawlDelay).toBe(10);
    expect(robots(text, 'other').crawlDelay).toBe(90);
  });

  it('is its sitemaps, each once', () => {
    const text = 'Sitemap: https://rv.example/a.xml\nsitemap: /b.xml\nSitemap: /b.xml\n';
    expect(robots(text).sitemaps).toEqual(['https://rv.example/a.xml', '/b.xml']);
  });
});

it('reads anything, and what another agent is told changes nothing for us', () => {
  const line = oneof(
    string({ maxLength: 40 }),
    constantFrom('User-agent: *', 'User-agent: RigWorthBot', 'Disallow: /*', 'Allow: /a$', ':'),
  );
  assert(
    property(
      array(line, { maxLength: 20 }),
      constantFrom('/', '/a', '/a/b?c=%C3%A9', '/;x'),
      (lines, path) => {
        const text = lines.join('\n');
        const others = `${text}\nDisallow:\nUser-agent: other\nDisallow: /\n`;
        expect(allows(others, path)).toBe(allows(text, path));
      },
    ),
  );
});

it.each([
  ['/*filter[', '/rv?filter%5Bmake%5D=a'],
  ['/%7Ejoe/', '/~joe/1'],
  ['/rv/%61dmin', '/rv/admin'],
  ['/*|', '/a%7Cb'],
  ['/*^', '/a%5Eb'],
  ["/rv?q='", '/rv?q=%27a'],
  ['/a%24', '/a$'],
  ['/a$b', '/a%24b'],
  ['/a%2Ab', '/a*b'],
])('%s forbids %s, which is the same in other escapes', (rule, path) => {
  expect(allows(`User-agent: *\nDisallow: ${rule}`, path)).toBe(false);
  expect(allows(`User-agent: *\nDisallow: ${rule}`, '/rv/1')).toBe(true);
});

it('matches a pattern as the regular expression that says the same, wherever the path is long', () => {
  assert(
    property(
      stringMatching(/^\/[ab*]{0,8}[ab*$]$/),
      constantFrom(0, 29, 30, 31, 61, 62, 500),
      stringMatching(/^[ab]{0,6}$/),
      (rule, length, end) => {
        const path = `/${'a'.repeat(length)}${end}`;
        const same = new RegExp(`^${rule.replaceAll('*', '.*')}`);
        expect(allows(`User-agent: *\nDisallow: ${rule}`, path)).toBe(!same.test(path));
      },
    ),
  );
});
