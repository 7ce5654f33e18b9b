import { expect, it } from 'vitest';
import { plainlyWritten } from './telling-words.ts';

it.each([
  ['$25,000—$35,000', '$25,000 - $35,000'],
  ['class c—used', 'class c - used'],
  ['20k − 30k, 29‑rks', '20k - 30k, 29-rks'],
  ['2018–2020', '2018–2020'],
  ['“class c” texas', '"class c" texas'],
  ["‘fifth wheel’ 'used' `50k`", 'fifth wheel used 50k'],
  ["class c's 30' rv's", "class c's 30' rv's"],
  ['*class a* [class b] | florida', 'class a class b florida'],
  ['make: Jayco, State = TX', 'Jayco, TX'],
  ['(make:Jayco,model:Eagle;state:= TX)', '(Jayco,Eagle TX)'],
  ['class: a price:<30k', 'class a price <30k'],
  ['price = 20k year==2020', 'price 20k year 2020'],
  ['jayco (eagle) 28.5 >=20k 10:30', 'jayco (eagle) 28.5 >=20k 10:30'],
  ['  ', ''],
])('writes %j as most would', (typed, written) => expect(plainlyWritten(typed)).toBe(written));
