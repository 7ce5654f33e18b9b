/**
 * A text of others for a line of ours: what would break the line, colour a terminal or turn the order
 * of its letters is written as an escape.
 */
export const oneLine = (text: string): string =>
  text.replaceAll(
    /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
