import { ok, type Outcome } from '../../outcome.ts';
import { remark, type Received } from '../draft.ts';
import { withFields } from '../text/texts.ts';
import type { WithTexts } from './read-texts.ts';

const TRADE = /rv|camp|trailer|motor|center|sales|outdoor|marine|super|world/;
const LEAST_LETTERS = 6;

/**
 * Forgets a title that is only the dealer's name ("Lakeside Airstream"): it would name a make that the
 * listing does not.
 */
export function dropDealerTitle<T extends Received & WithTexts>(input: T): Outcome<T> {
  const { fields, lower } = input.texts;
  if (fields.title === '' || /\d/.test(fields.title)) return ok(input);
  const title = lettersOf(lower.title);
  const isDealer = namesOfDealer(fields.dealer, fields.url).some((name) => isSame(title, name));
  if (!isDealer) return ok(input);
  const texts = withFields(input.texts, { title: '' });
  return ok({ ...input, texts, remarks: remark(input.remarks, 'title:name_of_the_dealer') });
}

/** One may be written longer: "Lakeside RV Boise" and `lakesiderv.com`. */
function isSame(title: string, dealer: string): boolean {
  if (title.length < LEAST_LETTERS || dealer.length < LEAST_LETTERS) return false;
  return (
    dealer.startsWith(title) ||
    (title.startsWith(dealer) && (title === dealer || TRADE.test(dealer)))
  );
}

function namesOfDealer(dealer: string, url: string): string[] {
  const host = /^https?:\/\/(?:www\.)?([a-z0-9.-]+)\.[a-z]{2,}(?:[/:]|$)/i.exec(url)?.[1] ?? '';
  return [dealer.replace(/^www\./i, '').replace(/\.(?:com|net|org|us|biz)$/i, ''), host].map(
    lettersOf,
  );
}

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');
