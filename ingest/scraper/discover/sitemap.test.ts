import { assert, constantFrom, array, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSitemap } from './sitemap.ts';

const listed = (text: string) => {
  const { pages, sitemaps } = readSitemap(text);
  return { pages, sitemaps };
};
const urlset = (inner: string) =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${inner}</urlset>`;

describe('a sitemap', () => {
  it('lists pages, and none of their pictures', () => {
    const text = urlset(
      '<url><loc> https://rv.example/1?a=1&amp;b=2 </loc><image:image><image:loc>https://rv.example/1.jpg</image:loc></image:image></url>' +
        '<url><loc><![CDATA[https://rv.example/2]]></loc><lastmod>2026-11-20</lastmod></url>',
    );
    expect(listed(text)).toEqual({
      pages: ['https://rv.example/1?a=1&b=2', 'https://rv.example/2'],
      sitemaps: [],
    });
  });

  it('may be an index, with prefixes', () =>
    expect(
      listed(
        '\ufeff<s:sitemapindex xmlns:s="x"><s:sitemap><s:loc>https://rv.example/a.xml</s:loc></s:sitemap></s:sitemapindex>',
      ),
    ).toEqual({ pages: [], sitemaps: ['https://rv.example/a.xml'] }));

  it('may be plain text', () =>
    expect(listed('\ufeffhttps://rv.example/1\r\n\r\nnone\nhttps://rv.example/2 ')).toEqual({
      pages: ['https://rv.example/1', 'https://rv.example/2'],
      sitemaps: [],
    }));

  it('may be a feed', () => {
    expect(
      listed(
        '<rss><channel><link>https://rv.example/</link><item><link>https://rv.example/1</link></item></channel></rss>',
      ).pages,
    ).toEqual(['https://rv.example/1']);
    expect(
      listed(
        '<feed><link href="https://rv.example/"/><entry><link href="https://rv.example/1"/><link rel="edit" href="https://rv.example/e"/></entry></feed>',
      ).pages,
    ).toEqual(['https://rv.example/1']);
  });
});

describe('a hostile sitemap', () => {
  it('grows no entities', () => {
    const laughs = Array.from(
      { length: 9 },
      (_one, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`,
    ).join('');
    const text = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY l0 "https://rv.example/">${laughs}<!ENTITY file SYSTEM "file:///etc/passwd">]>${urlset('<url><loc>&l9;</loc></url><url><loc>&file;</loc></url>')}`;
    expect(JSON.stringify(listed(text))).not.toMatch(/root:|https:/);
  });

  it('gives no more than the standard allows', () => {
    const many = readSitemap(urlset('<url><loc>https://rv.example/1</loc></url>'.repeat(50_010)));
    expect([many.pages.length, many.cut]).toEqual([50_000, true]);
    expect(readSitemap('https://rv.example/1\n'.repeat(50_010)).cut).toBe(true);
  });

  it('nested without end is read to its end', () =>
    expect(
      listed(`${'<a>'.repeat(200_000)}<url><loc>https://rv.example/1</loc></url>`).pages,
    ).toEqual([]));

  it('broken off gives what was whole', () =>
    expect(
      listed('<urlset><url><loc>https://rv.example/1</loc></url><url><loc>https://rv.ex'),
    ).toEqual({
      pages: ['https://rv.example/1'],
      sitemaps: [],
    }));

  it('of any make is read without throwing', () => {
    const piece = constantFrom(
      '<',
      '>',
      '</',
      '<url>',
      '<loc>',
      '</loc>',
      '&',
      ';',
      '<!--',
      '<![CDATA[',
      ']]>',
      '<?',
      'x',
      '"',
      '=',
      '<!DOCTYPE [',
    );
    assert(
      property(array(piece, { maxLength: 60 }), (pieces) => {
        expect(readSitemap(`<${pieces.join('')}`).cut).toBe(false);
      }),
    );
  });
});
