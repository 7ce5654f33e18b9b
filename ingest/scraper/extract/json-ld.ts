import { parseJson } from '../../files/parse-json.ts';
import { parseLenient } from './lenient-json.ts';
import type { Script } from './page.ts';
import { plainNames } from './schema-names.ts';

/**
 * A JSON-LD script of a page: what it says, as it is written and by the names of schema.org, with what was
 * mended in it; or why it cannot be read.
 */
export type JsonLdScript = { text: string } & (
  { value: unknown; nodes: unknown; mended: readonly string[] } | { fault: string }
);

/** Reads the JSON-LD scripts of a page, in its order; an empty one is none. */
export const readJsonLd = (scripts: readonly Script[]): JsonLdScript[] =>
  scripts
    .filter(({ type, text }) => type === 'application/ld+json' && text.trim() !== '')
    .map(({ text }) => readScript(text));

function readScript(text: string): JsonLdScript {
  const read = (value: unknown, mended: readonly string[]): JsonLdScript => ({
    text,
    value,
    nodes: plainNames(value),
    mended,
  });
  try {
    const value = parseJson(text);
    const isText = typeof value === 'string' && /^\s*[{[]/.test(value);
    return isText ? read(parseJson(value), ['a text of JSON']) : read(value, []);
  } catch (first) {
    try {
      const { value, mended } = parseLenient(text);
      return read(value, mended);
    } catch {
      return { text, fault: `JSON-LD is not JSON: ${(first as Error).message}` };
    }
  }
}
