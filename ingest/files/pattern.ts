import { RE2JS, RE2JSException } from 're2js';

/** A regular expression that cannot be used; `message` says why. */
export class PatternError extends Error {
  readonly code = 'pattern_invalid';
}

/** What matching one text may cost grows with this; a pattern of a mapping has seldom more than 100. */
const maxProgramSize = 500;

/**
 * Compiles a regular expression of a mapping; letters match in either case. Matched by RE2, in time
 * that grows with the text's length only, whatever the pattern: a mapping may come from anybody.
 * @throws PatternError
 */
export function compilePattern(source: string): RE2JS {
  try {
    const pattern = RE2JS.compile(RE2JS.translateRegExp(source), RE2JS.CASE_INSENSITIVE);
    const size = pattern.programSize();
    if (size <= maxProgramSize) return pattern;
    throw new PatternError(
      `is a regular expression too large to match: ${size} steps, at most ${maxProgramSize}; repeat less`,
    );
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    throw new PatternError(
      `is not a regular expression that can be matched in linear time (RE2 syntax, without lookaround and back references): ${error.message}`,
    );
  }
}
