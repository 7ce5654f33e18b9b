import { randomUUID } from 'node:crypto';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { comprehensiveAnalysis } from '#schemas/api/analysis.ts';
import { defineCall } from '#schemas/api/call.ts';
import { Problem } from '#api/http/problem.ts';
import { cookieOf, openAccounts, somebody } from '../support/accounts.ts';
import { onBothUserStores } from '../support/user-stores.ts';

const TRACK = '/api/track-analysis-usage';
const MINUTE_MS = 60_000;

/** Stands for the analysis, so that a test says how it ends. */
const call = defineCall('POST /api/algorithms/comprehensive-analysis', {
  summary: 'An analysis',
  body: z.object({
    ends: z.enum(['well', 'refused', 'broken', 'outside the contract', 'free']),
    about: z.number(),
  }),
  response: z.object({ value: z.number() }),
});

await onBothUserStores('the allowance', (store) => {
  const open = (options = {}) =>
    openAccounts(store(), {
      ...options,
      counted: [
        (counted) => ({
          ...counted(
            call,
            ({ body: { ends } }) => {
              if (ends === 'refused') throw new Problem(422, 'unknown_make', 'No such make.');
              if (ends === 'broken') throw new Error('broken');
              return { value: ends === 'well' || ends === 'free' ? 1 : (undefined as never) };
            },
            ({ ends }) => ends === 'free',
          ),
          call: comprehensiveAnalysis,
        }),
      ],
    });

  async function member(options = {}) {
    const api = open(options);
    const answer = await request(api.app)
      .post('/api/auth/email/register')
      .send(somebody())
      .expect(200);
    const cookie = cookieOf(answer);
    let asked = 0;
    const ask = (path: string, body?: object) =>
      request(api.app).post(path).set('Cookie', cookie).send(body);
    return {
      pass: api.pass,
      /** Of another RV each time, unless said. */
      analyse: (ends = 'well', about = (asked += 1)) => ask(call.path, { ends, about }),
      track: () => ask(TRACK),
      usage: async () => {
        const { body } = await request(api.app)
          .get('/api/user/usage')
          .set('Cookie', cookie)
          .expect(200);
        return body as { analysesUsed: number; isAtLimit: boolean };
      },
      profile: async () =>
        (await request(api.app).get('/api/user/profile').set('Cookie', cookie).expect(200)).body,
      /** How many are kept. */
      grants: async () =>
        (await store().query('select id from analysis_grants where user_id = $1', [answer.body.id]))
          .length,
      status: () => request(api.app).get('/api/subscription/status').set('Cookie', cookie),
    };
  }

  it('is not used up by a page that was drawn for somebody else', async () => {
    const { analyse, usage } = await member();
    const { body } = await analyse().set('X-Signed-In-As', randomUUID()).expect(409);
    expect(body.code).toBe('somebody_else');
    expect((await usage()).analysesUsed).toBe(0);
  });

  it('is three analyses a month, and says so', async () => {
    const { usage, status } = await member();
    expect(await usage()).toEqual({
      subscriptionStatus: 'free',
      analysesUsed: 0,
      analysesLimit: 3,
      isAtLimit: false,
      isOneKept: false,
    });
    const { body } = await status().expect(200);
    expect(body).toEqual({ tier: 'free', usageCount: 0, usageLimit: 3 });
  });

  it('is not asked of a guest', async () => {
    const { app } = open({ freePerMonth: 0 });
    for (let i = 0; i < 5; i += 1)
      await request(app).post(call.path).send({ ends: 'well', about: 1 }).expect(200);
    await request(app).post(TRACK).expect(401);
  });

  it('counts an analysis with its grant once', async () => {
    const { track, analyse, usage } = await member();
    const { body } = await track().expect(200);
    expect(body).toEqual({ analysesUsed: 1, analysesLimit: 3, isAtLimit: false });
    await analyse().expect(200, { value: 1 });
    expect(await usage()).toMatchObject({ analysesUsed: 1 });
  });

  it('counts an analysis without a grant by itself', async () => {
    const { analyse, usage } = await member();
    for (let i = 1; i <= 3; i += 1) {
      await analyse().expect(200);
      expect(await usage()).toMatchObject({ analysesUsed: i, isAtLimit: i === 3 });
    }
    const { body } = await analyse().expect(403);
    expect(body).toMatchObject({
      code: 'usage_limit_reached',
      message: expect.stringMatching(/^Usage limit reached\. You've used all your free analyses/),
    });
    expect(await usage()).toMatchObject({ analysesUsed: 3 });
  });

  it('is not asked where a question is free', async () => {
    const { track, analyse, usage } = await member({ freePerMonth: 1 });
    await analyse('free').expect(200, { value: 1 });
    expect(await usage()).toMatchObject({ analysesUsed: 0 });
    await track().expect(200);
    await analyse('free').expect(200);
    await analyse().expect(200);
    await analyse('free').expect(200);
    expect(await usage()).toMatchObject({ analysesUsed: 1, isAtLimit: true });
  });

  it('grants no more than the month has', async () => {
    const { track, usage } = await member();
    for (let i = 0; i < 3; i += 1) await track().expect(200);
    const { body } = await track().expect(403);
    expect(body.code).toBe('usage_limit_reached');
    expect(await usage()).toMatchObject({ analysesUsed: 3 });
  });

  it('grants none where the free plan has none', async () => {
    const { track, analyse } = await member({ freePerMonth: 0 });
    await track().expect(403);
    await analyse().expect(403);
  });

  it.each([
    ['refused', 422],
    ['broken', 500],
    ['outside the contract', 500],
    ['asked for wrongly', 422],
  ])('leaves the grant of an analysis that is %s for the next', async (ends, status) => {
    const { track, analyse, usage, profile } = await member({ freePerMonth: 1 });
    await track().expect(200);
    await analyse(ends).expect(status);
    expect(await usage()).toMatchObject({ analysesUsed: 1, isAtLimit: false, isOneKept: true });
    expect(await profile()).toMatchObject({ analysesUsed: 1, isOneKept: true });
    // The portal asks anew before each try.
    await track().expect(200);
    await analyse().expect(200);
    expect(await usage()).toMatchObject({ analysesUsed: 1, isAtLimit: true });
    await track().expect(403);
    await analyse().expect(403);
  });

  it('counts nothing for an analysis without a grant that is refused', async () => {
    const { analyse, usage } = await member();
    await analyse('refused').expect(422);
    await request(open().app).post(call.path).send({}).expect(422);
    expect(await usage()).toMatchObject({ analysesUsed: 0 });
  });

  it('uses up no other for what is asked again within the hour, whose answer may have been lost', async () => {
    const { track, analyse, usage, pass } = await member({ freePerMonth: 2 });
    await track().expect(200);
    await analyse('well', 7).expect(200);
    await analyse('well', 8).expect(200);
    pass(59 * MINUTE_MS);
    for (const about of [7, 8, 7]) await analyse('well', about).expect(200);
    await analyse('well', 9).expect(403);
    expect(await usage()).toMatchObject({ analysesUsed: 2, isAtLimit: true });
    pass(MINUTE_MS);
    await analyse('well', 7).expect(403);
  });

  it('uses up a grant where there is one, whatever was asked before', async () => {
    const { track, analyse, usage } = await member();
    await analyse('well', 7).expect(200);
    await track().expect(200);
    await analyse('well', 7).expect(200);
    await track().expect(200);
    expect(await usage()).toMatchObject({ analysesUsed: 3, isAtLimit: true });
  });

  it('uses up one for the same asked twice at once', async () => {
    const { analyse, usage } = await member();
    const answers = await Promise.all(Array.from({ length: 20 }, () => analyse('well', 7)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await usage()).toMatchObject({ analysesUsed: 1 });
  });

  it('keeps what was asked for an hour, and then until anybody asks', async () => {
    const { analyse, pass } = await member();
    const kept = async () => (await store().query('select from answered_questions')).length;
    await store().query('delete from answered_questions');
    for (const about of [7, 8]) await analyse('well', about).expect(200);
    expect(await kept()).toBe(2);
    pass(60 * MINUTE_MS);
    await analyse('well', 7).expect(200);
    expect(await kept()).toBe(1);
  });

  it('takes the question of another member for none of one’s own', async () => {
    const [one, other] = [await member({ freePerMonth: 1 }), await member({ freePerMonth: 1 })];
    await one.analyse('well', 7).expect(200);
    await other.analyse('well', 8).expect(200);
    await other.analyse('well', 7).expect(403);
  });

  it('leaves an unused grant for an hour, not longer', async () => {
    const { track, analyse, pass } = await member({ freePerMonth: 1 });
    await track().expect(200);
    await analyse('refused').expect(422);
    pass(59 * MINUTE_MS);
    await analyse('refused').expect(422);
    pass(MINUTE_MS);
    await analyse().expect(403);
    await track().expect(403);
  });

  it('keeps no grant that is over', async () => {
    const { track, pass, grants } = await member();
    for (let i = 0; i < 2; i += 1) await track().expect(200);
    expect(await grants()).toBe(2);
    pass(60 * MINUTE_MS);
    await track().expect(200);
    expect(await grants()).toBe(1);
  });

  it('grants anew what was lost on the way, without counting it twice', async () => {
    const { track, usage, pass } = await member({ freePerMonth: 1 });
    await track().expect(200);
    await track().expect(403);
    pass(11_000);
    await track().expect(200);
    expect(await usage()).toMatchObject({ analysesUsed: 1 });
  });

  it('begins anew with the month, in UTC', async () => {
    const { analyse, usage, pass } = await member({ freePerMonth: 1 });
    await analyse().expect(200);
    // From noon of the 21st to the last minute of November, then into December.
    pass((9 * 24 + 11) * 60 * MINUTE_MS + 59 * MINUTE_MS);
    expect(await usage()).toMatchObject({ isAtLimit: true });
    pass(MINUTE_MS);
    expect(await usage()).toMatchObject({ analysesUsed: 0, isAtLimit: false });
    await analyse().expect(200);
  });

  describe('with one analysis left, of fifty at once', () => {
    const fifty = async (one: () => request.Test) => {
      const answers = await Promise.all(Array.from({ length: 50 }, () => one()));
      return answers.map(({ status }) => status).filter((status) => status !== 403);
    };

    it('answers one that has no grant', async () => {
      const { analyse, usage } = await member();
      await analyse().expect(200);
      await analyse().expect(200);
      expect(await fifty(() => analyse())).toEqual([200]);
      expect(await usage()).toMatchObject({ analysesUsed: 3 });
    });

    it('grants one', async () => {
      const { track, usage } = await member({ freePerMonth: 1 });
      expect(await fifty(track)).toEqual([200]);
      expect(await usage()).toMatchObject({ analysesUsed: 1 });
    });

    it('answers one that has the grant', async () => {
      const { track, analyse } = await member({ freePerMonth: 1 });
      await track().expect(200);
      expect(await fifty(() => analyse())).toEqual([200]);
    });

    it('grants a failed one anew once', async () => {
      const { track, analyse } = await member({ freePerMonth: 1 });
      await track().expect(200);
      await analyse('refused').expect(422);
      expect(await fifty(track)).toEqual([200]);
    });
  });
});
