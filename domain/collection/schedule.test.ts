import { assert as check, constantFrom, date, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ScheduleSwitch } from '#schemas/events/schedule-switch.ts';
import { isOn, lastSlot, nextSlot, scheduledHours, slotId, wasMissed } from './schedule.ts';

const at = (text: string): Date => new Date(`2026-${text}:00.000Z`);
const utc = scheduledHours('Etc/UTC').refresh;
const chicago = scheduledHours('America/Chicago').refresh;
const nepal = scheduledHours('Asia/Kathmandu').refresh;

describe('the hours of a schedule', () => {
  it('are 6 AM and 6 PM where the people are, also where clocks are changed', () => {
    expect(nextSlot(utc, at('11-21T05:59'))).toEqual(at('11-21T06:00'));
    expect(nextSlot(utc, at('11-21T06:00'))).toEqual(at('11-21T18:00'));
    expect(nextSlot(utc, at('11-21T18:30'))).toEqual(at('11-22T06:00'));
    expect(nextSlot(chicago, at('11-21T05:59'))).toEqual(at('11-21T12:00'));
    // Summer time ended there on November 1st, 2026.
    expect(nextSlot(chicago, at('10-31T12:00'))).toEqual(at('10-31T23:00'));
    expect(nextSlot(chicago, at('10-31T23:00'))).toEqual(at('11-01T12:00'));
    expect(nextSlot(nepal, at('11-21T00:00'))).toEqual(at('11-21T00:15'));
  });

  it('are every two hours for the batch', () => {
    expect(nextSlot(scheduledHours('Asia/Tokyo').compute, at('11-21T05:59'))).toEqual(
      at('11-21T06:00'),
    );
    expect(nextSlot(scheduledHours('Asia/Tokyo').compute, at('11-21T06:00'))).toEqual(
      at('11-21T08:00'),
    );
  });

  it('have no slot between the last one and the next', () => {
    const instants = date({
      min: at('01-01T00:00'),
      max: at('12-31T00:00'),
      noInvalidDate: true,
    });
    check(
      property(instants, constantFrom(utc, chicago, nepal), (now, hours) => {
        const last = lastSlot(hours, now);
        expect(last <= now && now < nextSlot(hours, now)).toBe(true);
        expect(nextSlot(hours, last)).toEqual(nextSlot(hours, now));
        expect(lastSlot(hours, last)).toEqual(last);
      }),
      { numRuns: 50 },
    );
  });

  it('name a slot by its minute', () => {
    expect(slotId('refresh', at('11-21T06:00'))).toBe('refresh@2026-11-21T06:00Z');
  });
});

describe('a schedule', () => {
  const turn = (enabled: boolean, when: string, schedule: 'refresh' | 'compute' = 'refresh') =>
    ({ schedule, enabled, at: at(when).toISOString() }) satisfies ScheduleSwitch;

  it('is on until it is switched off, each for itself', () => {
    const switches = [
      turn(false, '11-20T10:00'),
      turn(false, '11-20T11:00', 'compute'),
      turn(true, '11-21T07:00'),
    ];
    expect(isOn([], 'refresh')).toBe(true);
    expect(isOn(switches, 'refresh')).toBe(true);
    expect(isOn(switches, 'compute')).toBe(false);
    expect(isOn(switches, 'refresh', at('11-21T06:00'))).toBe(false);
    expect(isOn(switches, 'refresh', at('11-20T09:00'))).toBe(true);
  });

  it('missed a slot that passed while nobody was there to ask', () => {
    const slot = at('11-21T06:00');
    const missed = { asked: [at('11-20T18:00')], since: at('11-01T00:00'), wasOn: true };
    expect(wasMissed(slot, missed)).toBe(true);
    expect(wasMissed(slot, { ...missed, asked: [slot] })).toBe(false);
    expect(wasMissed(slot, { ...missed, asked: [at('11-21T06:10')] })).toBe(false);
    expect(wasMissed(slot, { ...missed, wasOn: false })).toBe(false);
    // A first start after the slot missed nothing.
    expect(wasMissed(slot, { ...missed, asked: [], since: at('11-21T06:30') })).toBe(false);
    expect(wasMissed(slot, { ...missed, asked: [], since: undefined })).toBe(false);
  });
});
