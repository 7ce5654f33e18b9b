import { isChallenge, isChallengePage } from '#domain/challenge-pages.ts';
import { deadLetter, ok, type Outcome } from '../../outcome.ts';
import type { Received } from '../draft.ts';
import { cleanText } from '../text/clean.ts';
import type { Texts } from '../text/texts.ts';
import type { WithTexts } from './read-texts.ts';

/** `2021`, `MY2021`, `2021MY`, `2021Jayco`, `'21`, `MY21`, and two digits in front, which may be one. */
const YEAR =
  /\b(?:my)?(?:19[5-9]\d|20\d\d)(?:my\b|[a-z]{3}|\b)|(?:^|\s)(?:my ?'?|')\d\d\s|^\W*(?:(?:new|used) )?\W*\d\d\W* [a-z]/;

/**
 * Pages kept as records: a challenge page is `blocked`, a page about the dealer is `no_vehicle`.
 * Either is told by what it lacks: not one fact of a vehicle. Of a page that no record could be read
 * from, ingest sends the title and the bytes; where they tell neither, it is `unreadable_record`.
 */
export function refusePages<T extends Received & WithTexts>(input: T): Outcome<T> {
  const { texts } = input;
  const { unreadable = '' } = input.raw;
  if (unreadable !== '') return refuseUnreadable(input, unreadable);
  if (hasVehicleFacts(texts)) return ok(input);
  // As received: a title that is the dealer's name has been forgotten by now.
  const title = cleanText(input.raw.fields.title, 200);
  if (isChallenge(texts.lower.title) || isChallenge(texts.lower.description))
    return deadLetter('blocked', `a challenge page, not a listing: "${title}"`);
  return deadLetter(
    'no_vehicle',
    `no year, make, model, VIN or type in the record; its title is "${title}"`,
  );
}

function refuseUnreadable(
  { raw, texts }: Received & WithTexts,
  unreadable: string,
): Outcome<never> {
  const title = cleanText(raw.fields.title, 200);
  const body = raw.record.encoding === 'utf8' ? raw.record.body : '';
  const isNamed = hasVehicleFacts(texts);
  if (!isNamed && (isChallenge(texts.lower.title) || isChallengePage(body)))
    return deadLetter('blocked', `a challenge page, not a listing: "${title}"; ${unreadable}`);
  if (title !== '' && !isNamed)
    return deadLetter('no_vehicle', `the page is called "${title}"; ${unreadable}`);
  return deadLetter('unreadable_record', unreadable);
}

function hasVehicleFacts({ fields, lower, slug }: Texts): boolean {
  return (
    fields.year !== '' ||
    fields.make !== '' ||
    fields.model !== '' ||
    fields.floorplan !== '' ||
    fields.vin.length >= 11 ||
    fields.type !== '' ||
    YEAR.test(lower.title) ||
    YEAR.test(slug)
  );
}
