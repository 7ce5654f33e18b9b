import { describe, expect, it } from 'vitest';
import { workThrough } from '../work-through.ts';
import { createHostGate } from './host-gate.ts';
import type { HostPace } from './host-pace.ts';

const settings = { leastDelayMs: 1_000, mostDelayMs: 60_000 };

/** A gate on a clock that moves when somebody sleeps. */
function gateOf(connections: number, patienceMs = 3_600_000) {
  let now = Date.parse('2026-11-21T06:00:00Z');
  const kept = new Map<string, HostPace>();
  const gate = createHostGate({
    now: () => now,
    sleep: async (ms) => void (now += await Promise.resolve(ms)),
    random: () => 1,
    load: (host) => kept.get(host),
    keep: (host, pace) => Promise.resolve(void kept.set(host, pace)),
    connections,
    patienceMs,
  });
  return { gate, kept, now: () => now, pass: (ms: number) => void (now += ms) };
}

describe('the gate of a host', () => {
  it.each([1, 2])('lets %d in at a time, each after the delay', async (connections) => {
    const { gate, now } = gateOf(connections);
    const begun: number[] = [];
    let inside = 0;
    let most = 0;
    const items = Array.from({ length: 12 }, (_one, n) => n);
    await workThrough(
      () => items.shift(),
      async () => {
        await gate.turn(
          'rv.example',
          settings,
          async () => {
            begun.push(now());
            most = Math.max(most, (inside += 1));
            for (let tick = 0; tick < 20; tick += 1) await Promise.resolve();
            inside -= 1;
          },
          () => ({ kind: 'ok' }),
        );
      },
      4,
    );
    expect(begun).toHaveLength(12);
    const gaps = begun.slice(1).map((at, n) => at - (begun[n] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1_000);
    expect(most).toBeLessThanOrEqual(connections);
  });

  it('waits a little longer than the delay: a server may note the end of its answer when we have it', async () => {
    const { gate, now } = gateOf(1);
    const notedAt: number[] = [];
    const begun: number[] = [];
    for (let n = 0; n < 5; n += 1)
      await gate.turn(
        'rv.example',
        settings,
        async () => {
          begun.push(now());
          await Promise.resolve();
          notedAt.push(now() + 20);
        },
        () => ({ kind: 'ok' }),
      );
    const gaps = begun.slice(1).map((at, n) => at - (notedAt[n] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1_000);
  });

  it('waits that little longer also where our own work took up the delay', async () => {
    const { gate, now, pass } = gateOf(1);
    const turn = (work: () => number) =>
      gate.turn(
        'rv.example',
        settings,
        () => Promise.resolve(work()),
        () => ({ kind: 'ok' }),
      );
    const notedAt = (await turn(now)) + 20;
    pass(1_000);
    expect((await turn(now)) - notedAt).toBeGreaterThanOrEqual(1_000);
  });

  it('keeps a wait that was asked for, and turns away who would wait longer than they may', async () => {
    const { gate, kept, now } = gateOf(1, 60_000);
    const turn = (retryAfterMs?: number) =>
      gate.turn(
        'rv.example',
        settings,
        () => Promise.resolve('asked'),
        () => ({
          kind: retryAfterMs === undefined ? 'ok' : 'slow_down',
          retryAfterMs,
        }),
      );
    await turn(100_000);
    expect((kept.get('rv.example')?.notBefore ?? 0) - now()).toBe(110_000);
    await expect(turn()).rejects.toMatchObject({ code: 'host_away' });
    await expect(
      gate.turn(
        'other.example',
        settings,
        () => Promise.resolve(1),
        () => ({ kind: 'ok' }),
      ),
    ).resolves.toBe(1);
  });

  it('waits no longer than was asked for, from now, where the clock was set back since', async () => {
    const { gate, kept, now } = gateOf(1);
    const year = 365 * 24 * 3_600_000;
    const begun = now();
    kept.set('rv.example', {
      delayMs: 1_000,
      endedAt: begun + year,
      notBefore: begun + year + 90_000,
      incidents: 1,
      waitedUntil: begun + year + 90_000,
    });
    const turn = () =>
      gate.turn(
        'rv.example',
        settings,
        () => Promise.resolve(now()),
        () => ({ kind: 'ok' }),
      );
    const at = (await turn()) - begun;
    expect([at >= 90_000, at < 91_000]).toEqual([true, true]);
  });

  it('lets the next in when a visit failed', async () => {
    const { gate } = gateOf(1);
    const turn = (work: () => Promise<string>) =>
      gate.turn('rv.example', settings, work, () => ({ kind: 'ok' }));
    await expect(turn(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(turn(() => Promise.resolve('asked'))).resolves.toBe('asked');
  });
});

describe('working through items', () => {
  it('takes what appears on the way, and ends when all is done', async () => {
    const items = [3];
    const done: number[] = [];
    await workThrough(
      () => items.shift(),
      async (item) => {
        await Promise.resolve();
        done.push(item);
        if (item > 0) items.push(item - 1, item - 1);
      },
      3,
    );
    expect(done).toHaveLength(15);
  });

  it('begins no other after a failure, and throws it when those under way have ended', async () => {
    let begun = 0;
    let ended = 0;
    const work = async (): Promise<void> => {
      const n = (begun += 1);
      await Promise.resolve();
      if (n === 1) throw new Error('first');
      await Promise.resolve();
      ended += 1;
    };
    await expect(workThrough(() => 'more', work, 2)).rejects.toThrow('first');
    expect([begun, ended]).toEqual([2, 1]);
  });
});
