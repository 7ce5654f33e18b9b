import { readInstant } from './instant.ts';
import type { FileFacts, RecordData } from './record.ts';
import type { Format } from './format.ts';
import { compileValue, type Value } from './value.ts';

/** Takes an instant from a record, in UTC ISO 8601; undefined where it has none that can be read. */
export type TakeInstant = (data: RecordData, file: FileFacts) => string | undefined;

/** Compiles a value that says when; of a list, the first name that gives an instant decides. */
export function compileInstant(value: Value, format: Format): TakeInstant {
  if (Array.isArray(value)) {
    const takes = value.map((alternative) => compileInstant(alternative, format));
    return (data, file) => {
      for (const take of takes) {
        const instant = take(data, file);
        if (instant !== undefined) return instant;
      }
      return undefined;
    };
  }
  const take = compileValue(value, 'observedAt', format);
  const written = typeof value === 'string' ? undefined : value.format;
  return (data, file) => readInstant(take(data, file), written);
}
