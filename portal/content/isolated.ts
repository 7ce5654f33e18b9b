/**
 * A name that anybody wrote, to stand within a sentence: read in its own direction, whatever stands beside it
 * (Unicode's isolates, as `bdi` does where the sentence is no plain text).
 */
export const isolated = (name: string): string => `\u2068${name}\u2069`;
