import { offersOnPage, type PageOffers } from '../page-offers.ts';
import { decodePage, readPage } from '../page.ts';

/** What a page offers, and with it all that was noticed in reading it. */
export function extract(html: string | Buffer, url: string): PageOffers {
  const page = readPage(typeof html === 'string' ? html : decodePage(html), url);
  const found = offersOnPage(page);
  return { ...found, warnings: [...page.warnings, ...found.warnings] };
}

/** A page's script element of JSON-LD. */
export const ld = (text: string): string =>
  `<script type="application/ld+json">${text.replaceAll('</', String.raw`<\/`)}</script>`;
