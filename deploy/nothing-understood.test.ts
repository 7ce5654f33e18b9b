import { expect, it } from 'vitest';
import { nothingUnderstood } from './nothing-understood.ts';

const outcome = { stored: 0, duplicates: 0, dropped: {}, deadLettered: {} };

it('is said of a run of which every event became a dead letter, with the reasons', () => {
  const deadLettered = { no_year: 40, no_make: 260 };
  expect(nothingUnderstood({ ...outcome, deadLettered })).toBe(
    'None of the 300 events could be understood (no_make: 260, no_year: 40): all are kept as dead letters. Mend the mapping and ingest again.',
  );
});

it('is not said where anything was understood, or nothing came', () => {
  const deadLettered = { no_make: 299 };
  expect(nothingUnderstood(outcome)).toBeUndefined();
  for (const understood of [{ stored: 1 }, { duplicates: 1 }, { dropped: { not_an_rv: 1 } }])
    expect(nothingUnderstood({ ...outcome, deadLettered, ...understood })).toBeUndefined();
});
