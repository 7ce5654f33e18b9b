import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Resolve } from '#ingest/scraper/fetch/connect.ts';
import type { Served } from './serve.ts';

/** Answers that would cost a careless crawler its time, its memory or its secrets. */

export const redirectTo = (location: string): Served => ({ status: 302, headers: { location } });

/** A page that links to paths, in markup that is cut off in the middle. */
export const malformed = (...hrefs: string[]): Served => ({
  body: hrefs.map((href) => `<a href="${href}">x</a>`).join('<<b>'),
});

/** JSON-LD that ends in the middle, in a page whose tags do not match. */
export const brokenData: Served = {
  body: `<title>Odd</title><script type="application/ld+json">{"@type":"Vehicle","sku":"ODD",</script><p></div>`,
};

/** A body of ten gigabytes, as far as it is read. */
export const tenGigabytes: Served = (response) => {
  response.writeHead(200, { 'content-type': 'text/html' });
  const chunk = Buffer.alloc(256 * 1024, 'x');
  let left = 10 * 1024 ** 3;
  const more = (): void => {
    while (left > 0 && !response.destroyed) {
      left -= chunk.length;
      if (!response.write(chunk)) return;
    }
    response.end();
  };
  response.on('drain', more);
  more();
};

const packed = (encoding: string, body: Buffer) => ({
  headers: { 'content-type': 'text/html', 'content-encoding': encoding },
  body,
});

/** Bodies that are small as they come and large once unpacked. */
export const bombs = {
  gzip: (bytes: number) => packed('gzip', gzipSync(Buffer.alloc(bytes))),
  brotli: (bytes: number) => packed('br', brotliCompressSync(Buffer.alloc(bytes))),
  gzipTwice: (bytes: number) => packed('gzip, gzip', gzipSync(gzipSync(Buffer.alloc(bytes)))),
};

/** A name that leads to the first address for so many lookups, and to the second from then on. */
export function rebinding(first: string, second: string, lookups: number): Resolve {
  let left = lookups;
  return () => {
    left -= 1;
    return Promise.resolve([{ address: left >= 0 ? first : second, family: 4 }]);
  };
}
