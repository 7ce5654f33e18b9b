import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { MONTANA, outcomeOf } from '../testing/listing.ts';

/** What is listed; null of what is not, or is dropped. */
function priceOf(price: string): number | null {
  const outcome = outcomeOf({ ...MONTANA, price });
  return outcome.kind === 'ok' ? outcome.value.price : null;
}

const dollars = (amount: number): string => `$${amount.toLocaleString('en-US')}`;
const choice = <T>(...items: T[]): fc.Arbitrary<T> => fc.constantFrom(...items);

/** Never a placeholder: no row of one digit, none counted up, no round thousand. */
const asked = fc.integer({ min: 21, max: 140 }).map((thousands) => thousands * 1_000 + 495);
const more = fc.integer({ min: 2, max: 20 }).map((thousands) => thousands * 1_000 + 5);
const monthly = fc.integer({ min: 99, max: 1_400 });
const fee = fc.integer({ min: 99, max: 999 });
const months = choice(60, 84, 120, 144, 180, 240);

const askName = choice(
  '',
  'Price: ',
  'Sale ',
  'Sale Price: ',
  'Our Price ',
  'Now ',
  'Internet Price: ',
);
const cutName = choice('Reduced ', 'Price reduced: ', 'Price drop ', 'Price drop: ', 'Price cut: ', 'Marked down ', 'Lowered '); // prettier-ignore
const beforeName = choice('MSRP ', 'MSRP: ', 'M.S.R.P. ', 'Was ', 'Was: ', 'List Price: ', 'Retail ', 'NADA '); // prettier-ignore
const lessName = choice('NADA ', 'NADA: ', 'NADA value ', 'NADA retail ', 'was ', 'Was: ', 'reg ', 'bid ', 'MSRP: '); // prettier-ignore
const nameOfAsk = choice('Our Price: ', 'Our Price ', 'Sale Price: ', 'Sale: ', 'Now: ', 'Now ', 'Price: ', 'You pay: ', 'Internet Price: '); // prettier-ignore
const beforeNameBehind = choice(' MSRP', ' (MSRP)', ' retail', ' list price', ' original price', ' M.S.R.P.'); // prettier-ignore
const gap = choice(' ', ' | ', ', ', ' / ', '  ');
const separator = choice(' | ', ', ', ' / ', '; ', ' - ', '. ');
const end = choice('', '*', '!', ' OBO', ' + tax', ' plus TTL', ' USD');

const byMonth = fc
  .tuple(monthly, months, fc.nat(4))
  .map(
    ([amount, term, way]) =>
      [
        `${dollars(amount)}/mo`,
        `${dollars(amount)} a month`,
        `${term} mo. at ${dollars(amount)}`,
        `${dollars(amount)} for ${term} months`,
        `${term} months @ ${dollars(amount)}`,
      ][way] ?? '',
  );
const onTop = fc
  .tuple(fee, choice('doc fee', 'doc', 'prep', 'documentation fee', 'freight', 'dealer fee'))
  .map(([amount, what]) => ` plus ${dollars(amount)} ${what}`);
const behind = fc.oneof(
  end,
  onTop,
  byMonth.map((payment) => ` or ${payment}`),
);

/** What it was or should have been, named before or behind it, and then what is asked under its own name. */
const bothNamed = (now: string, then: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.oneof(
        beforeName.map((name) => `${name}${then}`),
        fc.oneof(beforeNameBehind, choice(' was', ' NADA')).map((name) => `${then}${name}`),
      ),
      separator,
      nameOfAsk,
    )
    .map(([before, between, ask]) => `${before}${between}${ask}${now}`);

it('is what is asked, by whatever name, with whatever stands behind it', () => {
  fc.assert(
    fc.property(asked, fc.oneof(askName, cutName), behind, (amount, name, rest) => {
      expect(priceOf(`${name}${dollars(amount)}${rest}`)).toBe(amount);
    }),
  );
});

it('is what is asked beside what it was, should have been and is less', () => {
  const saved = (less: number): fc.Arbitrary<string> =>
    choice('', ` Save ${dollars(less)}`, ` You save: ${dollars(less)}`, ` ${dollars(less)} off`);
  const written = fc.tuple(asked, more).chain(([amount, less]) => {
    const [now, then] = [dollars(amount), dollars(amount + less)];
    const first = fc
      .tuple(beforeName, gap, askName, saved(less))
      .map(([name, between, ask, save]) => `${name}${then}${between}${ask}${now}${save}`);
    const last = fc
      .tuple(askName, gap, beforeName)
      .map(([ask, between, name]) => `${ask}${now}${between}${name}${then}`);
    const namedBehind = fc
      .tuple(beforeNameBehind, gap, choice('', ' sale price', ' now', ` Save ${dollars(less)}`))
      .map(([name, between, ask]) => `${then}${name}${between}${now}${ask}`);
    return fc.record({
      amount: fc.constant(amount),
      text: fc.oneof(first, last, namedBehind, bothNamed(now, then)),
    });
  });
  fc.assert(
    fc.property(written, ({ amount, text }) => {
      expect([text, priceOf(text)]).toEqual([text, amount]);
    }),
    { numRuns: 1_000 },
  );
});

it('is what is asked beside less: a book value, a bid, what it was before a rise', () => {
  const written = fc.tuple(asked, more).chain(([amount, less]) => {
    const [now, then] = [dollars(amount), dollars(amount - less)];
    const last = fc
      .tuple(askName, separator, beforeName)
      .map(([ask, between, name]) => `${ask}${now}${between}${name}${then}`);
    const readOn = fc
      .tuple(askName, gap, lessName)
      .map(([ask, between, name]) => `${ask}${now}${between}${name}${then}`);
    return fc.record({
      amount: fc.constant(amount),
      text: fc.oneof(last, readOn, bothNamed(now, then)),
    });
  });
  fc.assert(
    fc.property(written, ({ amount, text }) => {
      expect([text, priceOf(text)]).toEqual([text, amount]);
    }),
    { numRuns: 1_000 },
  );
});

it('is nothing of what is paid by the month, saved, or money of another country', () => {
  const none = fc.oneof(
    byMonth,
    more.map((less) => `Save ${dollars(less)}`),
    more.map((less) => `${dollars(less)} off`),
    fc.tuple(cutName, fee).map(([name, less]) => `${name}${dollars(less)}`),
    fc
      .tuple(cutName, more)
      .map(([name, less]) => `${name.replace(/:? $/, ' by ')}${dollars(less)}`),
    asked.map((amount) => `C${dollars(amount)}`),
    asked.map((amount) => `EUR ${amount}`),
  );
  fc.assert(
    fc.property(none, (text) => {
      expect([text, priceOf(text)]).toEqual([text, null]);
    }),
  );
});

it('is the same with money of a country without dollars beside it', () => {
  const other = fc
    .tuple(choice('EUR', 'GBP', 'CHF', 'SEK', 'JPY'), asked)
    .map(([code, amount]) => `${code} ${amount.toLocaleString('en-US')}`);
  fc.assert(
    fc.property(asked, other, gap, fc.boolean(), (amount, money, between, isFirst) => {
      const both = isFirst ? [money, dollars(amount)] : [dollars(amount), `/ ${money}`];
      expect(priceOf(both.join(between))).toBe(amount);
    }),
  );
});
