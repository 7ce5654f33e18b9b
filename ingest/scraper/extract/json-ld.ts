import { parseJson } from '../../files/parse-json.ts';
import { parseLenient } from './lenient-json.ts';
import type { Script } from './page.ts';

/** A JSON-LD script of a page: what it says and what was mended in it, or why it cannot be read. */
export type JsonLdScript = { text: string } & (
  { value: unknown; mended: readonly string[] } | { fault: string }
);

/** Reads the JSON-LD scripts of a page, in its order; an empty one is none. */
export const readJsonLd = (scripts: readonly Script[]): JsonLdScript[] =>
  scripts
    .filter(({ type, text }) => type === 'application/ld+json' && text.trim() !== '')
    .map(({ text }) => readScript(text));

function readScript(text: string): JsonLdScript {
  try {
    return { text, value: parseJson(text), mended: [] };
  } catch (first) {
    try {
      return { text, ...parseLenient(text) };
    } catch {
      return { text, fault: `JSON-LD is not JSON: ${(first as Error).message}` };
    }
  }
}
