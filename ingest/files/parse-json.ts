// Node has both; the library's types do not know them yet.
const { rawJSON, isRawJSON } = JSON as unknown as {
  rawJSON: (this: void, text: string) => unknown;
  isRawJSON: (this: void, value: unknown) => value is { rawJSON: string };
};

/**
 * Parses JSON without losing how a number was written: one that would come out otherwise (`18995.00`,
 * a stock number of 20 digits) is kept as a raw JSON value, which JSON.stringify writes back as it was.
 * Throws a SyntaxError.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return mayLose.test(text) ? JSON.parse(text, keepNumbers) : value;
}

/** The text of a number kept raw; undefined for every other value. */
export const rawText = (value: unknown): string | undefined =>
  isRawJSON(value) ? value.rawJSON : undefined;

// A number with a fraction that ends in 0, an exponent, more digits than a double holds, or -0.
const mayLose = /\d\.\d*0(?!\d)|\d[eE]|\d[\d.]{15}|[:[,\s]-0/;

const keepNumbers = ((_key: string, value: unknown, context: { source?: string }): unknown => {
  if (typeof value !== 'number' || context.source === undefined) return value;
  return String(value) === context.source ? value : rawJSON(context.source);
}) as (key: string, value: unknown) => unknown;
