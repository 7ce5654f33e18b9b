import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalUrl } from './canonical-url.ts';

describe('the one address of a page', () => {
  it.each([
    ['HTTP://RV.Example:80/a/../b', 'http://rv.example/b'],
    ['https://rv.example', 'https://rv.example/'],
    ['https://rv.example/a#photos', 'https://rv.example/a'],
    ['https://rv.example/a?', 'https://rv.example/a'],
    ['https://rv.example/a??', 'https://rv.example/a??'],
    ['https://rv.example/a?utm_source=x&id=7&gclid=1', 'https://rv.example/a?id=7'],
    ['https://rv.example/a;jsessionid=1F?id=7', 'https://rv.example/a?id=7'],
    ['https://rv.example/%7eann/%c3%a9?q=%2b%41', 'https://rv.example/~ann/%C3%A9?q=%2BA'],
    ['https://rv.example/é?q=a b', 'https://rv.example/%C3%A9?q=a%20b'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['https://rv.example./a', 'https://rv.example/a'],
    ['https://rv.example/?f[]=a|b&off=5%', 'https://rv.example/?f%5B%5D=a%7Cb&off=5%25'],
    ['  https://rv.example/a\n', 'https://rv.example/a'],
    // Told apart by servers, so not made one here.
    ['https://rv.example//a/', 'https://rv.example//a/'],
    ['https://rv.example/a?b=2&a=1', 'https://rv.example/a?b=2&a=1'],
    ['https://rv.example/A/index.html', 'https://rv.example/A/index.html'],
    [
      'https://rv.example/a?redirect=http%3A%2F%2Fx',
      'https://rv.example/a?redirect=http%3A%2F%2Fx',
    ],
  ])('%s', (written, canonical) => expect(canonicalUrl(written)).toBe(canonical));

  it('is found from a relative one', () =>
    expect(canonicalUrl('../rv/7?gclid=1', 'https://rv.example/a/b/c')).toBe(
      'https://rv.example/a/rv/7',
    ));

  it.each([
    ['sid=1001', '?sid=1001'],
    ['SID=L-20193&b', '?SID=L-20193&b'],
    ['sessionid=4f1c9a7be2d84c0f93a6&b=1', '?b=1'],
    ['sid=Zk3_9a7be2d84c0f-93a6', ''],
  ])('keeps a number called %s, and drops a session', (query, kept) =>
    expect(canonicalUrl(`https://rv.example/a?${query}`)).toBe(`https://rv.example/a${kept}`),
  );

  it.each([
    'javascript:alert(1)',
    'mailto:a@rv.example',
    'data:,x',
    '/relative',
    '',
    `https://rv.example/${'a'.repeat(2_000)}`,
  ])('is none of %s', (written) => expect(canonicalUrl(written)).toBeUndefined());

  it('is its own', () => {
    assert(
      property(string(), string(), (path, query) => {
        const once = canonicalUrl(`https://rv.example/${path}?${query}`) ?? '';
        expect(canonicalUrl(once)).toBe(once);
      }),
    );
  });
});
