/** `YYYY-MM-DD HH:MM:SS.mmm`, as ClickHouse reads a DateTime64(3, 'UTC'), of a UTC ISO 8601 instant. */
export function toWarehouseInstant(iso: string): string {
  const full = iso.length === 24 && iso.endsWith('Z') ? iso : new Date(iso).toISOString();
  return `${full.slice(0, 10)} ${full.slice(11, 23)}`;
}

const ISO =
  /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:\s?(?:Z|UTC|[+-]\d{2}:?\d{2}))?)?$/i;
const AMERICAN = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?:\s.*)?$/;
const EPOCH = /^\d{10}(?:\d{3})?$/;

/** Milliseconds since 1970 of a date as feeds write it; without a zone it is UTC. Null where it is none. */
export function readInstant(text: string): number | null {
  if (text === '') return null;
  if (EPOCH.test(text)) return Number(text) * (text.length === 10 ? 1_000 : 1);
  if (ISO.test(text)) {
    const iso = text
      .toUpperCase()
      .replace(/\s?UTC$/, 'Z')
      .replace(' ', 'T');
    const zoned = iso.length === 10 || /Z$|[+-]\d{2}:?\d{2}$/.test(iso) ? iso : `${iso}Z`;
    return finite(Date.parse(zoned));
  }
  const american = AMERICAN.exec(text);
  if (american === null) return null;
  const [, month = '', day = '', year = ''] = american;
  const at = Date.parse(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
  return finite(at);
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);
