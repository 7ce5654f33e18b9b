import { ok, type Outcome } from '../../outcome.ts';
import type { Received } from '../draft.ts';
import type { WithTexts } from './read-texts.ts';

export interface WithDealer {
  readonly dealerKey: string;
  readonly dealer: string;
  readonly url: string;
  readonly image: string;
  readonly stockNumber: string;
}

/** Labels that a scraper took for the number beside them. */
const NOT_A_STOCK_NUMBER =
  /^(?:number\W*|stock(?: (?:no|number|#))?\W*|value my trade|call|contact.*)$/i;

/** Who sells it. The key is the host of the listing URL without www, else source and dealer name. */
export function readDealer<T extends Received & WithTexts>(input: T): Outcome<T & WithDealer> {
  const { fields } = input.texts;
  const { source } = input.raw;
  const url = webAddress(fields.url);
  const host = url === null ? '' : url.hostname.replace(/^www\./, '');
  const name = fields.dealer
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return ok({
    ...input,
    dealerKey: host || (name === '' ? source : `${source}/${name}`),
    dealer: fields.dealer,
    url: url === null ? '' : url.href,
    image: webAddress(fields.image)?.href ?? '',
    stockNumber: stockNumberOf(fields.stockNumber),
  });
}

/** An http(s) address without credentials, whose scheme may be left out (`//cdn.example/1.jpg`); null for anything else (`javascript:`, `data:`). */
function webAddress(written: string): URL | null {
  const text = written.startsWith('//') ? `https:${written}` : written;
  if (!/^https?:\/\//i.test(text)) return null;
  const url = URL.parse(text);
  if (url === null || !url.hostname.includes('.') || url.username !== '' || url.password !== '')
    return null;
  return url;
}

function stockNumberOf(text: string): string {
  const number = text
    .replace(/^(?:stock|stk)\s*(?:number|no\.?|#)?\s*[:#]?\s*/i, '')
    .replace(/^#\s*/, '');
  return NOT_A_STOCK_NUMBER.test(text) || !/\d/.test(number) ? '' : number.toUpperCase();
}
