import { AHEAD_MS, EARLIEST_OBSERVED } from '#schemas/events/raw-listing.ts';

/**
 * Reading instants. Without a format: ISO 8601, a date alone being the start of its day, a time
 * without a zone being UTC. With one: its tokens YYYY YY (of this century) MM M DD D MMM HH H hh h mm ss SSS A Z, or
 * `unix` and `unix-ms` for seconds and milliseconds since 1970. Everything else in a format stands
 * for itself. Answers UTC ISO 8601 with milliseconds, or undefined where the text is no such instant,
 * one before anything was observed, or one past what the warehouse holds: DateTime64(3) ends with 2299.
 */
export function readInstant(text: string, format?: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const time =
    format === 'unix' || format === 'unix-ms'
      ? fromNumber(trimmed, format === 'unix' ? 1000 : 1)
      : format === undefined
        ? fromIso(trimmed)
        : fromFormat(trimmed, format);
  return time !== undefined && time >= earliest && time < latest
    ? new Date(time).toISOString()
    : undefined;
}

/** How messages name the instants that are read. */
export const readableInstants = 'from 1980 to 2299';
/** Whether an instant that was read lies further ahead of now than clocks differ: nothing was seen then. */
export const isAhead = (instant: string, now: Date): boolean =>
  Date.parse(instant) > now.getTime() + AHEAD_MS;

const earliest = Date.parse(EARLIEST_OBSERVED);
const latest = Date.UTC(2300, 0, 1);

const isoPattern =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s*(Z|UTC|[+-]\d\d(?::?\d\d)?)?)?$/i;

function fromIso(text: string): number | undefined {
  const match = isoPattern.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second, fraction, zone] = match;
  return fromParts({
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour ?? 0),
    minute: Number(minute ?? 0),
    second: Number(second ?? 0),
    millisecond: Number((fraction ?? '').padEnd(3, '0').slice(0, 3)),
    offsetMinutes: zoneMinutes(zone),
  });
}

function fromNumber(text: string, factor: number): number | undefined {
  return /^\d+(\.\d+)?$/.test(text) ? Math.round(Number(text) * factor) : undefined;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const tokens: Record<string, string> = {
  YYYY: String.raw`(?<year>\d{4})`,
  YY: String.raw`(?<shortYear>\d\d)`,
  MMM: '(?<monthName>[a-z]{3})[a-z]*',
  MM: String.raw`(?<month>\d\d)`,
  M: String.raw`(?<month>\d{1,2})`,
  DD: String.raw`(?<day>\d\d)`,
  D: String.raw`(?<day>\d{1,2})`,
  HH: String.raw`(?<hour>\d\d)`,
  H: String.raw`(?<hour>\d{1,2})`,
  hh: String.raw`(?<hour>\d\d)`,
  h: String.raw`(?<hour>\d{1,2})`,
  mm: String.raw`(?<minute>\d\d)`,
  ss: String.raw`(?<second>\d\d)`,
  SSS: String.raw`(?<millisecond>\d{3})`,
  A: '(?<half>[ap])\\.?m\\.?',
  Z: String.raw`(?<zone>Z|[+-]\d\d(?::?\d\d)?)`,
};
const tokenPattern = /YYYY|YY|MMM|MM|M|DD|D|HH|H|hh|h|mm|ss|SSS|A|Z/g;
const compiled = new Map<string, RegExp>();

/** Reads a month as `YYYY-MM`: without a format from `2026-10`, `202610` and ISO 8601 dates. */
export function readMonth(text: string, format?: string): string | undefined {
  const trimmed = text.trim();
  const groups =
    format === undefined
      ? /^(?<year>\d{4})-?(?<month>\d\d)(?:-\d\d(?:[T ].*)?)?$/.exec(trimmed)?.groups
      : formatExpression(format).exec(trimmed)?.groups;
  const year = yearIn(groups);
  const month = groups?.['month'] ?? String(monthNumber(groups?.['monthName']) || '');
  return year === undefined || !/^(?:0?[1-9]|1[0-2])$/.test(month)
    ? undefined
    : `${year}-${month.padStart(2, '0')}`;
}

/** The year that was written, in four digits. */
const yearIn = (groups: Record<string, string> | undefined): string | undefined =>
  groups?.['shortYear'] === undefined ? groups?.['year'] : `20${groups['shortYear']}`;

const monthNumber = (name = ''): number => months.indexOf(name.toLowerCase()) + 1;

/** What is wrong with a format, or undefined. `needs` are the tokens that it must have. */
export function formatFault(
  format: string,
  needs: readonly string[] = ['YYYY', 'M', 'D'],
): string | undefined {
  if (format === 'unix' || format === 'unix-ms') return undefined;
  const found = new Set(format.match(tokenPattern));
  const missing = needs.filter((token) =>
    token === 'YYYY'
      ? !found.has('YYYY') && !found.has('YY')
      : ![...found].some((other) => other.startsWith(token)),
  );
  if (missing.length > 0) return `it has no ${missing.join(', ')}`;
  if (found.has('YYYY') && found.has('YY')) return 'it has one part twice';
  try {
    formatExpression(format);
    return undefined;
  } catch {
    return 'it has one part twice';
  }
}

const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`);

function formatExpression(format: string): RegExp {
  const known = compiled.get(format);
  if (known) return known;
  let source = '';
  let last = 0;
  for (const match of format.matchAll(tokenPattern)) {
    source += literal(format.slice(last, match.index)) + (tokens[match[0]] ?? '');
    last = match.index + match[0].length;
  }
  const expression = new RegExp(`^${source}${literal(format.slice(last))}$`, 'i');
  compiled.set(format, expression);
  return expression;
}

function fromFormat(text: string, format: string): number | undefined {
  const groups = formatExpression(format).exec(text)?.groups;
  if (!groups) return undefined;
  const number = (name: string, missing: number) =>
    groups[name] === undefined ? missing : Number(groups[name]);
  const half = groups['half']?.toLowerCase();
  const hour = number('hour', 0);
  return fromParts({
    year: Number(yearIn(groups)),
    month:
      groups['monthName'] === undefined ? number('month', 0) : monthNumber(groups['monthName']),
    day: number('day', 0),
    hour: half === undefined ? hour : (hour % 12) + (half === 'p' ? 12 : 0),
    minute: number('minute', 0),
    second: number('second', 0),
    millisecond: number('millisecond', 0),
    offsetMinutes: zoneMinutes(groups['zone']),
  });
}

interface Parts {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  millisecond: number;
  offsetMinutes: number;
}

function fromParts(parts: Parts): number | undefined {
  const { year, month, day, hour, minute, second, millisecond } = parts;
  const time = Date.UTC(year, month - 1, day, hour, minute, second, millisecond);
  const instant = new Date(time);
  // Date.UTC carries 31 February over into March: what comes back must be what went in.
  const same =
    instant.getUTCFullYear() === year &&
    instant.getUTCMonth() === month - 1 &&
    instant.getUTCDate() === day &&
    instant.getUTCHours() === hour &&
    instant.getUTCMinutes() === minute &&
    instant.getUTCSeconds() === second;
  return same ? time - parts.offsetMinutes * 60_000 : undefined;
}

function zoneMinutes(zone: string | undefined): number {
  const match = /^([+-])(\d\d):?(\d\d)?$/.exec(zone ?? '');
  if (!match) return 0;
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0);
  return match[1] === '-' ? -minutes : minutes;
}
