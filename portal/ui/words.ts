/** A fixed word of the pipeline for people: `not_an_rv` is `not an RV`, `stockNumber` is `stock number`. */
export const plainWord = (word: string): string =>
  word
    .replaceAll('_', ' ')
    .replace(/(?<=[a-z])[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)
    .replace(/\b(rv|vin|msrp|url|zip|http)\b/g, (short) => short.toUpperCase());

/** The same where it begins a heading, a cell or a choice: `Not an RV`. */
export const plainTitle = (word: string): string =>
  plainWord(word).replace(/^./, (first) => first.toUpperCase());

/** Keeps a type's letter with its word, and its hyphen, where a heading is broken into lines: `Class A`, `Pop-Up`. */
export const unbroken = (text: string): string =>
  text.replace(/\bClass (?=[ABC]\b)/g, 'Class\u00a0').replace(/\b(pop)-(?=up\b)/gi, '$1\u2011');
