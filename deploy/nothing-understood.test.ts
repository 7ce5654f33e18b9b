import { expect, it } from 'vitest';
import { nothingUnderstood } from './nothing-understood.ts';

const outcome = { stored: 0, duplicates: 0, dropped: {}, deadLettered: {} };

it('is said of a run of which every event became a dead letter, with the reasons', () => {
  const deadLettered = { no_year: 40, no_make: 260 };
  expect(nothingUnderstood({ ...outcome, deadLettered })).toBe(
    'None of the 300 events could be understood (no_make: 260, no_year: 40): all are kept as dead letters. Mend the mapping and ingest again.',
  );
});

it('says of makes that nobody knows that staff accept what they mean', () => {
  const told = (deadLettered: Record<string, number>) =>
    nothingUnderstood({ ...outcome, deadLettered });
  expect(told({ unknown_make: 8 })).toBe(
    'None of the 8 events could be understood (unknown_make: 8): all are kept as dead letters. Where the mapping takes the make from the right place, staff accept what it means under Data quality, and what came is read anew; else mend the mapping and ingest again.',
  );
  expect(told({ unknown_make: 8, no_year: 1 })).toContain('(unknown_make: 8, no_year: 1)');
  expect(told({ unknown_make: 8, no_year: 1 })).not.toContain('Data quality');
});

it('is not said where anything was understood, or nothing came', () => {
  const deadLettered = { no_make: 299 };
  expect(nothingUnderstood(outcome)).toBeUndefined();
  for (const understood of [{ stored: 1 }, { duplicates: 1 }, { dropped: { not_an_rv: 1 } }])
    expect(nothingUnderstood({ ...outcome, deadLettered, ...understood })).toBeUndefined();
});
