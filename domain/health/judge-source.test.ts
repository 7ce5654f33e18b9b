import { array, assert, constantFrom, integer, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SOURCE_STATES } from '#schemas/api/data.ts';
import { RUN_STATES, type RunSummary } from '#schemas/api/staff-health.ts';
import { isUnderWay, judgeSource } from './judge-source.ts';
import { after, regular, run } from './testing/runs.ts';

const judge = (runs: readonly RunSummary[], now: Date, everyHours?: number) =>
  judgeSource({ runs, now, everyHours });
const checkOf = (runs: readonly RunSummary[], name: string) =>
  judge(runs, after(12 * runs.length)).checks.find((check) => check.name === name);

describe('the health of a source', () => {
  it('is good where it came in as it usually does', () => {
    const health = judge(regular(10), after(9 * 12 + 1));
    expect(health).toMatchObject({ state: 'healthy', reasons: [] });
    expect(health.freshness).toMatchObject({ state: 'fresh', staleAfterHours: 36 });
    expect(health.checks.map(({ state }) => state)).toEqual(health.checks.map(() => 'passed'));
  });

  it('is a warning where its last run saw too little to be believed alone', () => {
    const health = judge([...regular(9), run(108, { setAside: true })], after(109));
    expect(health.state).toBe('warning');
    expect(health.reasons).toEqual([expect.stringMatching(/^The last run .* was set aside/)]);
    expect(judge([run(0, { setAside: true }), run(12)], after(13)).state).toBe('healthy');
  });

  it('is a warning where its last run could not tell what is gone, since the last that could', () => {
    const unsure = [
      run(12, { unidentified: 2, deadLettered: 2 }),
      run(24, { setAside: true }),
      run(36, { coverage: 'partial' }),
      run(48, { unidentified: 3, deadLettered: 3 }),
    ];
    const because =
      '3 records of the last run that came in could not be read, and any listing may be one of them. Look at its dead letters and mend the mapping: the next whole run of which every record says what it is takes it off.';
    const health = judge([run(0), ...unsure], after(49));
    expect(health).toMatchObject({
      state: 'warning',
      told: 'It could not be seen what of it is gone.',
      reasons: [
        `What is gone has not been taken off offer since Nov 1, 2026, 06:00 UTC: ${because}`,
      ],
    });
    expect(health.checks[0]).toMatchObject({ name: 'coverage', state: 'warning' });
    // However long ago that was, and where it never was.
    const { reasons } = judgeSource({ runs: [run(0), ...unsure], now: after(49) });
    expect(reasons).toEqual(health.reasons);
    expect(judge(unsure, after(49)).reasons).toEqual([
      `What is gone has never been taken off offer: ${because}`,
    ]);
    expect(judge([run(0), run(12, { unidentified: 1 })], after(13)).reasons[0]).toContain(
      ': 1 record of the last run ',
    );
    expect(judge([...unsure, run(60)], after(61)).state).toBe('healthy');
  });

  it('says of one that never ran that it never ran', () => {
    expect(judge([], after(0))).toMatchObject({
      state: 'never_run',
      freshness: { state: 'unknown', lastAt: null },
    });
  });

  it.each(['running', 'loading', 'cancelled'] as const)(
    'is not known where the first run is %s',
    (state) => {
      const runs = [run(0, { state, endedAt: null })];
      const reasons = [expect.stringMatching(/^It has never come in/)];
      expect(judge(runs, after(1))).toMatchObject({ state: 'never_run', reasons });
      const setUp = judgeSource({ runs, now: after(1), collected: true });
      expect(setUp).toMatchObject({ state: 'configured', reasons });
    },
  );

  it.each(['failed', 'blocked', 'lost'] as const)('fails where the last run is %s', (state) => {
    const runs = [...regular(3), run(36, { state, published: null })];
    expect(judge(runs, after(37)).state).toBe('failing');
  });

  it('is judged past what staff cancelled', () => {
    const cancelled = run(48, { state: 'cancelled', published: null });
    expect(judge([...regular(4), cancelled], after(49)).state).toBe('healthy');
    expect(judge([...regular(3), run(36, { state: 'failed' }), cancelled], after(49)).state).toBe(
      'failing',
    );
  });

  it('fails where a collection could not even begin with it', () => {
    const refused = { state: 'failed', why: 'its files cannot be opened' } as const;
    const health = judgeSource({ runs: regular(4), now: after(37), refused });
    expect(health).toMatchObject({
      state: 'failing',
      reasons: ['It could not be collected. Its files cannot be opened.'],
    });
  });

  it('says why the last run failed', () => {
    for (const error of ['no space left', 'no space left.'])
      expect(
        judge([...regular(3), run(36, { state: 'failed', error })], after(37)).reasons,
      ).toEqual(['The last run failed: no space left.']);
  });

  it('only warns of a failure while the next run is under way', () => {
    const failed = [...regular(3), run(36, { state: 'failed' })];
    for (const state of ['running', 'loading'] as const)
      expect(judge([...failed, run(37, { state, endedAt: null })], after(37)).state).toBe(
        'warning',
      );
    expect(judge([...failed, run(37)], after(37)).state).toBe('healthy');
  });

  it('is stale when it missed three turns of its own rhythm, or of its schedule', () => {
    const daily = Array.from({ length: 10 }, (_, at) => run(24 * at));
    expect(judge(daily, after(24 * 9 + 71)).state).toBe('healthy');
    expect(judge(daily, after(24 * 9 + 73))).toMatchObject({
      state: 'stale',
      reasons: ['It last came in 3 days ago; it is stale after 3 days.'],
    });
    expect(judge([run(0)], after(46 * 24)).reasons).toEqual([
      'It last came in 46 days ago; it is stale after 45 days.',
    ]);
    expect(judge([run(0)], after(35), 12).state).toBe('healthy');
    expect(judge([run(0)], after(37), 12).state).toBe('stale');
  });

  it('warns only, where a stale source is being collected after a long stop', () => {
    for (const state of ['running', 'loading'] as const)
      expect(judge([...regular(10), run(300, { state, endedAt: null })], after(300))).toMatchObject(
        {
          state: 'warning',
          freshness: { state: 'stale' },
          reasons: [
            'It last came in 8 days ago; it is stale after 36 hours. It is being collected again.',
          ],
        },
      );
    const lost = run(300, { state: 'lost', endedAt: null });
    expect(judge([...regular(10), lost], after(330)).reasons).toContain(
      'It last came in 9 days ago; it is stale after 36 hours.',
    );
  });

  it('warns only, where a collection under way has not come to it yet, unless its site blocked us', () => {
    const awaited = (runs: RunSummary[]) => judgeSource({ runs, now: after(300), awaited: true });
    expect(awaited(regular(10))).toMatchObject({
      state: 'warning',
      reasons: [
        'It last came in 8 days ago; it is stale after 36 hours. It waits for its turn to be collected again.',
      ],
    });
    expect(awaited([...regular(9), run(299, { state: 'failed' })]).state).toBe('warning');
    expect(awaited([...regular(9), run(299, { state: 'blocked' })]).state).toBe('failing');
  });

  it('knows no rhythm of few runs, until they are too old for any', () => {
    expect(judge(regular(3), after(24 * 30))).toMatchObject({
      state: 'healthy',
      freshness: { state: 'unknown' },
    });
    expect(judge(regular(3), after(24 * 50)).state).toBe('stale');
  });

  it('does not take a run that failed for one that came in', () => {
    const runs = [...regular(10), run(12 * 10, { state: 'failed' })];
    expect(judge(runs, after(12 * 9 + 37)).freshness).toMatchObject({
      state: 'stale',
      lastAt: after(12 * 9).toISOString(),
    });
  });

  it('is stale where its runs see little and bring nothing', () => {
    const empty = Array.from({ length: 10 }, (_, at) =>
      run(12 * (at + 10), { state: 'partial', published: 0 }),
    );
    expect(judge([...regular(10), ...empty], after(12 * 19)).freshness).toMatchObject({
      state: 'stale',
      lastAt: after(12 * 9).toISOString(),
    });
    // Nor does nothing become what is usual of it.
    expect(judge([...regular(10), ...empty], after(12 * 19)).volume).toMatchObject({
      state: 'low',
      last: 0,
      typical: 100,
    });
    expect(judge(empty, after(12 * 19)).freshness).toMatchObject({
      state: 'unknown',
      lastAt: null,
    });
  });

  it('is stale where it is only ever seen in part, and its runs bring nothing', () => {
    const inPart = { coverage: 'partial' } as const;
    const empty = [
      run(12 * 9, { ...inPart, published: 0 }),
      run(12 * 10, { ...inPart, published: 0 }),
    ];
    const health = judge([...regular(9, () => inPart), ...empty], after(12 * 11 + 1));
    expect(health.freshness).toMatchObject({
      state: 'stale',
      lastAt: after(12 * 8).toISOString(),
    });
    // One that is seen whole and has nothing new is as it was a moment ago.
    const whole = [...regular(9), run(12 * 9, { published: 0 }), run(12 * 10, { published: 0 })];
    expect(judge(whole, after(12 * 11 + 1)).freshness.state).toBe('fresh');
  });

  it('says where nobody knows how long its last run took', () => {
    const killed = run(120, { seconds: null });
    expect(checkOf([...regular(10), killed], 'duration')).toMatchObject({
      state: 'not_judged',
      detail: 'The last run does not say; where its process was killed nobody knows.',
    });
  });

  it('is as it was where the site sent a run away, and stale where it does so for long', () => {
    const away = (hour: number) =>
      run(hour, { state: 'partial', coverage: 'partial', published: 0, sentAway: true });
    expect(judge([...regular(10), away(109)], after(109.5))).toMatchObject({
      state: 'healthy',
      reasons: [],
    });
    const failed = run(109, { state: 'failed', coverage: 'partial', published: null });
    expect(judge([...regular(10), failed, away(110)], after(111)).state).toBe('failing');
    const days = Array.from({ length: 10 }, (_, n) => away(120 + n * 12));
    expect(judge([...regular(10), ...days], after(240))).toMatchObject({
      freshness: { state: 'stale', lastAt: after(108).toISOString() },
    });
    expect(judge([away(0)], after(1))).toMatchObject({
      state: 'warning',
      reasons: ['It has never come in: the site asked us to come later.'],
    });
    const named = { ...away(0), error: 'hilltop.example asked for 3 hours' };
    expect(judge([named], after(1))).toMatchObject({
      reasons: ['It has never come in: hilltop.example asked for 3 hours.'],
      told: 'It has never come in: the site asked us to come later.',
    });
  });

  it('names the run that is judged: the newest that came in and was for all of it', () => {
    const scan = run(48, { scope: 'some' });
    const away = run(60, { state: 'partial', coverage: 'partial', sentAway: true });
    const runs = [run(0), run(24, { state: 'partial' }), run(36, { state: 'failed' }), scan, away];
    expect(judge(runs, after(61)).judgedRunId).toBe(runs[1]?.runId);
    expect(judge([away], after(61)).judgedRunId).toBeNull();
  });

  it('is as old as its last whole file of registrations: of one that broke off nothing counts', () => {
    const monthly = (month: number, over: Partial<RunSummary> = {}) => run(month * 30 * 24, over);
    const error = 'oregon.csv: breaks off after row 50';
    const half = { state: 'partial', coverage: 'partial', uncounted: true, error } as const;
    const whole = Array.from({ length: 9 }, (_, month) => monthly(month));
    const halves = Array.from({ length: 6 }, (_, n) => monthly(9 + n, { ...half, published: 50 }));
    const health = judge([...whole, ...halves], after(14 * 30 * 24 + 1));
    expect(health).toMatchObject({
      state: 'stale',
      freshness: { state: 'stale', lastAt: after(8 * 30 * 24).toISOString() },
      volume: { state: 'low', last: 50, typical: 100, runs: 9 },
    });
    const broke = 'The last file broke off and counts in no figure';
    expect(health.reasons).toContain(`${broke}: ${error}.`);
    // One of them is a warning while the last whole one is new, and says so to anybody without the file's name.
    const once = judge([...whole, ...halves.slice(0, 1)], after(9 * 30 * 24 + 1));
    expect(once).toMatchObject({ state: 'warning', told: `${broke}.` });
    expect(once.freshness.lastAt).toBe(after(8 * 30 * 24).toISOString());
    const first = judge([monthly(0, half)], after(1));
    expect(first).toMatchObject({ state: 'warning', freshness: { lastAt: null } });
  });

  it('is not healthy where its runs come in and none brings anything', () => {
    const empty = regular(9, () => ({ coverage: 'partial', published: 0 }));
    expect(judge(empty, after(12 * 9))).toMatchObject({
      state: 'warning',
      reasons: ['Its last runs brought nothing.'],
    });
  });

  it('fails where its runs come in and nothing that they bring can be used, and is as old as what could', () => {
    const unusable = { stored: 0, published: 9, deadLettered: 9 };
    expect(judge([run(0, unusable), run(12, unusable)], after(13))).toMatchObject({
      state: 'failing',
      reasons: ['Nothing that its last runs brought could be used.'],
    });
    const later = [12, 24].map((hours) => run(hours, unusable));
    expect(judge([run(0), ...later], after(25)).freshness.lastAt).toBe(after(0).toISOString());
  });

  it('tells anybody how it is, and staff alone what an error said', () => {
    const failed = run(36, { state: 'failed', error: '/srv/secret is full' });
    expect(judge([...regular(3), failed], after(37)).told).toBe('Its last run failed.');
    expect(judge([...regular(3), failed, run(37, { state: 'running' })], after(37)).told).toBe(
      'Its last run failed. It is being collected again.',
    );
    const blocked = run(36, { state: 'blocked', error: 'a challenge page' });
    expect(judge([...regular(3), blocked], after(37)).told).toBe(
      'The site blocked us and is left alone until staff agree with its owner.',
    );
    const refused = { state: 'failed', why: '/srv/secret' } as const;
    expect(judgeSource({ runs: regular(3), now: after(37), refused }).told).toBe(
      'It could not be collected.',
    );
    expect(judge(regular(3), after(37)).told).toBe('Its last run came in.');
  });

  it('tells of a site that blocked us that it did, whatever collection comes past it', () => {
    const blocked = run(36, { state: 'blocked', error: 'a challenge page' });
    const told = 'The site blocked us and is left alone until staff agree with its owner.';
    const could = 'It could not be collected.';
    const judged = (runs: RunSummary[], state: 'blocked' | 'failed', why: string) =>
      judgeSource({ runs, now: after(48), refused: { state, why } });
    const runs = [...regular(3), blocked];
    expect(judged(runs, 'blocked', 'blocked: a challenge page')).toMatchObject({
      state: 'failing',
      told,
      reasons: [told, `${could} Blocked: a challenge page.`],
    });
    expect(judged(runs, 'failed', 'the disk is full').told).toBe(told);
    // Staff let it be asked again, until it blocks us again.
    const since = run(40, { state: 'cancelled', published: null });
    expect(judged([...runs, since], 'failed', 'the disk is full').told).toBe(could);
    expect(judged([...runs, since], 'blocked', 'blocked: a challenge page').told).toBe(told);
  });

  it('says no more of a site that blocked us than that, once a run of it began again', () => {
    const blocked = run(36, { state: 'blocked', error: 'a challenge page' });
    const told = 'The site blocked us; staff let it be asked again since.';
    const cancelled = run(37, { state: 'cancelled', published: null });
    expect(judge([...regular(3), blocked, cancelled], after(38))).toMatchObject({
      state: 'warning',
      reasons: [`${told} It has not come in yet.`],
    });
    expect(judge([...regular(3), blocked, run(37, { state: 'running' })], after(37))).toMatchObject(
      { state: 'warning', reasons: [`${told} It is being collected again.`] },
    );
    expect(judge([...regular(3), blocked], after(38)).isUnblocked).toBe(false);
  });

  it.each(['running', 'done', 'failed', 'lost'] as const)(
    'knows by a part that is %s, too, that a site that blocked us may be asked again',
    (state) => {
      const told = 'The site blocked us; staff let it be asked again since.';
      const runs = [
        ...regular(3),
        run(36, { state: 'blocked' }),
        run(37, { state, scope: 'some' }),
      ];
      expect(judge(runs, after(38))).toMatchObject({
        state: 'warning',
        isUnblocked: true,
        reasons: [`${told} It has not come in yet.`],
      });
      const awaited = judgeSource({ runs, now: after(38), awaited: true });
      expect(awaited.reasons).toEqual([`${told} It waits for its turn to be collected again.`]);
      expect(judge([...runs, run(38)], after(39))).toMatchObject({
        state: 'healthy',
        isUnblocked: false,
      });
      const again = run(38, { state: 'blocked', scope: 'some' });
      expect(judge([...runs, again], after(39))).toMatchObject({
        state: 'failing',
        isUnblocked: false,
      });
    },
  );

  it('warns of a run that did not see everything', () => {
    expect(checkOf([...regular(3), run(36, { state: 'partial' })], 'coverage')?.state).toBe(
      'warning',
    );
  });

  it('says to staff what was missing of a run that did not see everything, and to others that it was', () => {
    const error = 'lot.csv: is empty; nothing was read from it.';
    const all = judge([...regular(3), run(36, { state: 'partial', error })], after(37));
    const what = 'The last run that came in did not see everything';
    expect(all.reasons).toEqual([`${what}: ${error}`]);
    expect(all.told).toBe(`${what}.`);
  });

  it('does not say of a run that failed what is true of the one before it', () => {
    const runs = [run(0, { state: 'partial' }), run(12, { state: 'failed', error: 'no answer' })];
    expect(judge(runs, after(12)).reasons).toEqual([
      'The last run failed: no answer.',
      'The last run that came in did not see everything.',
    ]);
  });

  it('is not judged by a trial or a scan that was for some of it, neither well nor badly', () => {
    const scan = run(120, { state: 'partial', scope: 'some', published: 5, seconds: 2 });
    const health = judge([...regular(10), scan], after(120));
    expect(health).toMatchObject({ state: 'healthy', volume: { last: 100, runs: 9 } });
    expect(health.freshness.lastAt).toBe(after(108).toISOString());
    expect(judge([...regular(10), { ...scan, state: 'failed' }], after(120)).state).toBe('healthy');
    expect(judge([...regular(10), { ...scan, state: 'lost' }], after(120)).state).toBe('healthy');
    const failed = run(120, { state: 'failed' });
    expect(judge([...regular(10), failed, scan], after(121)).state).toBe('failing');
    expect(judge([...regular(10), scan], after(200)).state).toBe('stale');
    expect(judge([{ ...scan, stored: 0, deadLettered: 5 }], after(120))).toMatchObject({
      state: 'configured',
      reasons: [
        'Only parts of it were asked for, by a trial or a scan; it has not been collected yet.',
      ],
    });
    // Then the site is asked by nobody.
    const blocked = run(120, { state: 'blocked', scope: 'some' });
    expect(judge([...regular(10), blocked], after(120)).state).toBe('failing');
  });

  it('says that it failed of the last run that came to its end, where newer ones were given up', () => {
    const failed = run(120, { state: 'failed', error: 'it is down' });
    const cancelled = run(121, { state: 'cancelled' });
    expect(judge([...regular(10), failed, cancelled], after(122)).reasons).toEqual([
      'The last run that came to its end failed: it is down.',
    ]);
  });

  it('is never better than its worst part, and says why it is not healthy', () => {
    const someRun = record({
      state: constantFrom(...RUN_STATES),
      published: integer({ min: 0, max: 300 }),
      deadLettered: integer({ min: 0, max: 150 }),
      seconds: integer({ min: 0, max: 600 }),
    });
    assert(
      property(array(someRun, { maxLength: 30 }), integer({ min: 0, max: 2_000 }), (some, age) => {
        const runs = some.map((over, at) => run(12 * at, over));
        const health = judge(runs, after(12 * some.length + age));
        const parts = [
          ...(health.freshness.state === 'stale'
            ? [runs.slice(-1).some(isUnderWay) ? ('warning' as const) : ('stale' as const)]
            : []),
          ...health.checks.flatMap(({ state }) =>
            state === 'failed'
              ? ['failing' as const]
              : state === 'warning'
                ? ['warning' as const]
                : [],
          ),
        ];
        const rank = SOURCE_STATES.indexOf(health.state);
        for (const part of parts) expect(rank).toBeGreaterThanOrEqual(SOURCE_STATES.indexOf(part));
        expect(health.reasons.length > 0).toBe(health.state !== 'healthy');
      }),
    );
  });
});
