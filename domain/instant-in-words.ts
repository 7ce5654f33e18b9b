const utc = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

/** An instant for people, to the minute: `Nov 5, 2026, 18:00 UTC`. */
export const instantInWords = (instant: Date): string => `${utc.format(instant)} UTC`;
