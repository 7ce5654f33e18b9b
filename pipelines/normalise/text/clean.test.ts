import { describe, expect, test } from 'vitest';
import { cleanText } from './clean.ts';

const clean = (text: string): string => cleanText(text, 1_000_000);

describe('what is taken out with what stands in it', () => {
  test.each([
    ['a <script>let x = "</p>";</script> b', 'a b'],
    ['a <SCRIPT src="x>y.js">x</Script > b', 'a b'],
    ['a <script>x</style></script> b <style>c</style> d', 'a b d'],
    ['a <script>never ends', 'a'],
    ['a <script cut off', 'a'],
    ['a <scripted>b</scripted> c', 'a b c'],
    ['<s>$49,995</s> $44,995', '$44,995'],
    ['<del class="was">$49,995</del><strike>$48,000</STRIKE> $44,995', '$44,995'],
    ['<s>$44,995', '$44,995'],
    ['<s>a</del> b</s> c', 'c'],
    ['<s>$49,995</s> $44,995 <s>or', '$44,995 or'],
    ['a <!-- b <script> --> c', 'a'],
    ['a <!-- b --> c', 'a c'],
    ['length < 30 ft', 'length < 30 ft'],
  ])('%s', (text, expected) => {
    expect(clean(text)).toBe(expected);
  });
});

test.each([
  ['𝟮𝟬𝟮𝟭 𝗝𝗮𝘆𝗰𝗼 𝐄𝐚𝐠𝐥𝐞', '2021 Jayco Eagle'],
  ['𝟸𝟎𝟚𝟣 𝒥𝒶𝓎𝒸𝑜', '2021 Jayco'],
  ['＄５４，９９５', '$54,995'],
  ['＜b＞x &#xff1c;i&#xff1e;y', 'x y'],
  // A note's mark is none of the sum's digits.
  ['$54,995¹ 7½ ft', '$54,995¹ 7½ ft'],
])('letters of another shape are letters: %s', (text, expected) => {
  expect(clean(text)).toBe(expected);
});

// So many that what looks through the rest of the text at every sign ends in no test's time.
test.each(['<script ', '<script>', '<style><script>', '<s>', '<s><del>', '<s', '<!-', '&lt;s&gt;'])(
  'a text of nothing but %s is read once',
  (sign) => {
    const text = sign.repeat(Math.ceil(200_000 / sign.length));
    expect(clean(`2021 Jayco ${text}`)).toMatch(/^2021 Jayco/);
  },
);
