import type { RawRegistration } from '#schemas/events/raw-registration.ts';
import type { Registration } from '#schemas/registration-fact.ts';
import { STATES, type RvTypeId } from '#schemas/vocabulary.ts';
import { deadLetter, drop, ok, type Outcome } from '../outcome.ts';
import { provinceOf, stateOf } from './places/place.ts';
import { conditionOfField } from './steps/read-condition.ts';
import { namesOtherThing } from './words/not-rv.ts';
import { typeFromField } from './words/rv-types.ts';

/** Counted up with every change of what comes out: the newer version of a fact replaces the older. */
export const REGISTRATION_NORMALISER_VERSION = 3;

/** A row of a registration file as what it registers, or why it registers nothing. Pure. */
export type NormaliseRegistration = (raw: RawRegistration) => Outcome<Registration>;

export interface RegistrationNormaliserDeps {
  /**
   * Id of the make that a text names, '' where it names none: as names are understood now. Another function after
   * a decision on a spelling, and the same one until then.
   */
  makeIds: () => (make: string) => string;
  /** Type that a text was accepted for, '' where it was for none; it may change only when `makeIds` does. */
  acceptedType?: (type: string) => RvTypeId | '';
  /** What its facts are marked with by now: the code's, where no more is known than the catalogue. */
  version?: () => number;
}

/** Files repeat a few thousand spellings millions of times; past this many the memory is begun anew. */
const MOST_REMEMBERED = 20_000;
/** A row that stands for more is no count of one month's registrations in one place. */
const MOST_REGISTERED = 1_000_000;

export function createRegistrationNormaliser({
  makeIds,
  acceptedType = () => '',
  version = () => REGISTRATION_NORMALISER_VERSION,
}: RegistrationNormaliserDeps): NormaliseRegistration {
  let makeIdOf = makeIds();
  let makeId = remembered(makeIdOf);
  const place = remembered(placeOf);
  const readKind = (text: string) => kindOf(text, acceptedType);
  let kind = remembered(readKind);

  return function normaliseRegistration(raw) {
    const { fields } = raw;
    if (raw.unreadable !== undefined) return deadLetter('unreadable_record', raw.unreadable);
    const where = place(fields.state ?? '');
    if (where === undefined)
      return deadLetter('no_state', `${quoted(fields.state)} is no state and no province`);
    const month = monthOf(fields.month ?? '', raw.observedAt);
    if (month === undefined)
      return deadLetter('no_month', `${quoted(fields.month)} is no month before the file's own`);
    const count = countOf(fields.count);
    if (count === undefined)
      return deadLetter('no_count', `${quoted(fields.count)} is no count of registrations`);
    if (count === 0) return drop('nothing_registered');
    if (makeIds() !== makeIdOf) {
      makeIdOf = makeIds();
      makeId = remembered(makeIdOf);
      kind = remembered(readKind);
    }
    const writtenType = (fields.type ?? '').trim();
    const type = kind(writtenType);
    if (type === 'not-an-rv') return drop('not_an_rv');
    const make = (fields.make ?? '').trim();
    return ok({
      source: raw.source,
      take: raw.take,
      start: raw.start,
      event_id: raw.eventId,
      run_id: raw.runId,
      normaliser_version: version(),
      month,
      ...where,
      type,
      written_type: writtenType,
      make_id: make === '' ? '' : makeId(make),
      make,
      condition: conditionOf(fields.condition ?? ''),
      count,
    });
  };
}

const quoted = (text: string | undefined): string => JSON.stringify((text ?? '').slice(0, 100));

function remembered<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, { value: T }>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found.value;
    if (known.size >= MOST_REMEMBERED) known.clear();
    const value = read(text);
    known.set(text, { value });
    return value;
  };
}

/** The last day of a Date is in this month. */
const LAST_MONTH = '2149-06';

const REGION_OF = new Map<string, string>(STATES.map(({ code, region }) => [code, region]));

/** A state or a province: provinces register RVs too, though their listings are no part of the market. */
function placeOf(text: string): { state: string; region: string } | undefined {
  const state = stateOf(text);
  if (state !== '') return { state, region: REGION_OF.get(state) ?? '' };
  const province = provinceOf(text.replaceAll('&', 'and').replace(/\s+/g, ' '));
  return province === '' ? undefined : { state: province, region: 'Canada' };
}

function kindOf(
  text: string,
  acceptedType: (type: string) => RvTypeId | '',
): RvTypeId | '' | 'not-an-rv' {
  const words = text.toLowerCase();
  const type = typeFromField(words).type || acceptedType(text);
  return type === '' && namesOtherThing(words) ? 'not-an-rv' : type;
}

/** The first day of a month `YYYY-MM` that had begun when the file was made; a Date begins in 1970. */
function monthOf(text: string, observedAt: string): string | undefined {
  const isMonth = /^\d{4}-(?:0[1-9]|1[0-2])$/.test(text);
  const isTold = text >= '1970-01' && text <= observedAt.slice(0, 7) && text < LAST_MONTH;
  return isMonth && isTold ? `${text}-01` : undefined;
}

function countOf(text: string | undefined): number | undefined {
  if (text === undefined || text.trim() === '') return 1;
  const digits = /^\d{1,3}(?:,\d{3})+$|^\d+$/.exec(text.trim())?.[0].replaceAll(',', '');
  const count = digits === undefined ? Number.NaN : Number(digits);
  return count <= MOST_REGISTERED ? count : undefined;
}

/** A dealer's certification is no matter of registration: what had an owner is used. */
function conditionOf(text: string): Registration['condition'] {
  const condition = conditionOfField(text.toLowerCase().trim());
  return condition === 'certified'
    ? 'used'
    : condition === 'new' || condition === 'used'
      ? condition
      : 'unknown';
}
