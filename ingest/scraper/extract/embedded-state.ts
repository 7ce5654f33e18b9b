import { parseJson } from '../../files/parse-json.ts';
import type { Script } from './page.ts';

/** Longest state that is read. */
const MAX_LENGTH = 10_000_000;

/** How many assignments to one name are looked at. */
const MAX_ASSIGNMENTS = 50;

/**
 * The value a page's scripts give a name: `window.adData = {…}`, `var adData = {…}`, or the JSON of the
 * script whose id it is; of several the longest, since pages begin with an empty one. Undefined where no
 * script gives one that is JSON. Nothing is run.
 */
export function embeddedState(scripts: readonly Script[], name: string): unknown {
  const written = scripts.flatMap(({ id, type, text }) =>
    id === name && type.endsWith('json') ? [text] : assigned(text, name),
  );
  for (const text of written.toSorted((a, b) => b.length - a.length)) {
    const value = parsed(text);
    if (value !== undefined) return value;
  }
  return undefined;
}

function parsed(text: string): unknown {
  if (text.length > MAX_LENGTH) return undefined;
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** The objects and lists that a script assigns to a name, as they are written. */
function assigned(text: string, name: string): string[] {
  const found: string[] = [];
  let at = text.indexOf(name);
  while (at !== -1 && found.length < MAX_ASSIGNMENTS) {
    const isWhole = at === 0 || /[\s.;,{(]/.test(text[at - 1] ?? '');
    assignment.lastIndex = at + name.length;
    let next = at + name.length;
    if (isWhole && assignment.test(text)) {
      const end = bracketsEnd(text, assignment.lastIndex);
      // An object that does not end takes the rest of the script with it.
      if (end === -1) return found;
      found.push(text.slice(assignment.lastIndex, end));
      next = end;
    }
    at = text.indexOf(name, next);
  }
  return found;
}

const assignment = /\s{0,20}=(?!=)\s{0,20}(?=[{[])/y;

/** The index behind the bracket that closes the one at `start`, strings passed over; -1 without one. */
function bracketsEnd(text: string, start: number): number {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at += 1) {
    const mark = text[at];
    if (inString) {
      if (mark === '\\') at += 1;
      else if (mark === '"') inString = false;
    } else if (mark === '"') inString = true;
    else if (mark === '{' || mark === '[') depth += 1;
    else if (mark === '}' || mark === ']') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}
