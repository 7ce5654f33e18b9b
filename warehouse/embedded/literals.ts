/** A string literal of ClickHouse's SQL: backslash and quote are escaped by a backslash. */
export function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const escapeText = (text: string): string =>
  text.replaceAll(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? character);

/**
 * The text of a typed parameter (`{name:Type}`) as ClickHouse parses it by the parameter's type,
 * its "escaped" text format: what the HTTP client puts into `param_name`. Null is `\N`.
 * @throws TypeError for anything but strings, numbers, booleans, null and arrays of these.
 */
export function formatParameter(value: unknown): string {
  if (value === null) return '\\N';
  if (typeof value === 'string') return escapeText(value);
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) {
    const items = value.map((item) =>
      typeof item === 'string'
        ? `'${escapeText(item).replaceAll("'", "\\'")}'`
        : formatParameter(item),
    );
    return `[${items.join(',')}]`;
  }
  throw new TypeError(`A query parameter cannot be a ${typeof value} (${JSON.stringify(value)}).`);
}
