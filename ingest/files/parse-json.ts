// Node has both; the library's types do not know them yet.
const { rawJSON, isRawJSON } = JSON as unknown as {
  rawJSON: (this: void, text: string) => unknown;
  isRawJSON: (this: void, value: unknown) => value is { rawJSON: string };
};

/** How deep brackets may stand in each other: what walks a value calls itself for every level. */
export const maxDepth = 128;

/**
 * Parses JSON without losing how a number was written: one that would come out otherwise (`18995.00`,
 * a stock number of 20 digits) is kept as a raw JSON value, which JSON.stringify writes back as it was.
 * Throws a SyntaxError, also where it is nested deeper than can be walked.
 */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) throw new SyntaxError(`it is nested deeper than ${maxDepth} levels`);
  const value: unknown = JSON.parse(text);
  return mayLose.test(text) ? JSON.parse(text, keepNumbers) : value;
}

/** Whether brackets stand too deep in each other, found without calling itself. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const mark = text.charCodeAt(at);
    if (mark === quote) {
      at = stringEnd(text, at + 1);
      if (at === -1) return false;
    } else if (mark === openObject || mark === openArray) {
      depth += 1;
      if (depth > maxDepth) return true;
    } else if (mark === closeObject || mark === closeArray) depth -= 1;
  }
  return false;
}

const [quote, openObject, closeObject, openArray, closeArray] = ['"', '{', '}', '[', ']'].map(
  (mark) => mark.charCodeAt(0),
);

/** The index of the quote that ends a string, from inside it; -1 where it has none. */
function stringEnd(text: string, from: number): number {
  for (let end = text.indexOf('"', from); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return -1;
}

/** The text of a number kept raw; undefined for every other value. */
export const rawText = (value: unknown): string | undefined =>
  isRawJSON(value) ? value.rawJSON : undefined;

/** Powers of ten that are written out, as far as scripts write numbers so: what is larger measures nothing. */
const maxShift = 20;

/** The text of a number without its exponent: `5.4995E4` is `54995`. As it is where that is too long. */
export function inDecimals(written: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = ''] =
    /^(-?)(\d+)(?:\.(\d+))?e([+-]?\d+)$/i.exec(written) ?? [];
  const shift = Number(exponent);
  if (exponent === '' || Math.abs(shift) > maxShift) return written;
  const point = whole.length + shift;
  const digits = '0'.repeat(Math.max(0, -point)) + (whole + fraction).padEnd(point, '0');
  const before = digits.slice(0, Math.max(0, point)).replace(/^0+(?=\d)/, '') || '0';
  const behind = digits.slice(Math.max(0, point));
  return `${sign}${before}${behind === '' ? '' : `.${behind}`}`;
}

// A number with a fraction that ends in 0, an exponent, more digits than a double holds, or -0.
const mayLose = /\d\.\d*0(?!\d)|\d[eE]|\d[\d.]{15}|[:[,\s]-0/;

/** A number written in JSON, kept as it is written where a double would come out otherwise. */
export const exactNumber = (text: string): unknown =>
  String(Number(text)) === text ? Number(text) : rawJSON(text);

const keepNumbers = ((_key: string, value: unknown, context: { source?: string }): unknown => {
  if (typeof value !== 'number' || context.source === undefined) return value;
  return exactNumber(context.source);
}) as (key: string, value: unknown) => unknown;
