import { shortMonth } from './format.ts';

/** An instant to the minute, in UTC as the logs are: `Nov 21, 06:00 UTC`. */
export function when(instant: string): string {
  const at = new Date(instant);
  const [hour, minute] = [at.getUTCHours(), at.getUTCMinutes()].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${shortMonth(at.getUTCMonth())} ${at.getUTCDate()}, ${hour}:${minute} UTC`;
}

const SECONDS = { minute: 60, hour: 3_600, day: 86_400 };

/** How long something took: `41 s`, `3 min 20 s`, `1 h 5 min`, `2 d 4 h`. */
export function duration(seconds: number): string {
  const whole = Math.round(seconds);
  const parts = (large: string, size: number, small: string, rest: number) =>
    rest === 0
      ? `${Math.floor(whole / size)} ${large}`
      : `${Math.floor(whole / size)} ${large} ${rest} ${small}`;
  if (seconds < 10) return `${Number(seconds.toFixed(1))} s`;
  if (whole < SECONDS.minute) return `${whole} s`;
  if (whole < SECONDS.hour) return parts('min', SECONDS.minute, 's', whole % SECONDS.minute);
  if (whole < SECONDS.day)
    return parts('h', SECONDS.hour, 'min', Math.floor((whole % SECONDS.hour) / SECONDS.minute));
  return parts('d', SECONDS.day, 'h', Math.floor((whole % SECONDS.day) / SECONDS.hour));
}

/** How long ago, in its largest unit: `just now`, `5 min ago`, `3 h ago`, `2 d ago`. */
export function ago(instant: string, now: string): string {
  // A clock that is behind shows no negative age.
  const seconds = Math.max(0, (Date.parse(now) - Date.parse(instant)) / 1_000);
  if (seconds < SECONDS.minute) return 'just now';
  if (seconds < SECONDS.hour) return `${Math.floor(seconds / SECONDS.minute)} min ago`;
  if (seconds < 2 * SECONDS.day) return `${Math.floor(seconds / SECONDS.hour)} h ago`;
  return `${Math.floor(seconds / SECONDS.day)} d ago`;
}
