import { expect, it } from 'vitest';
import { z } from 'zod';
import { trackAnalysisUsage } from '#schemas/api/account.ts';
import { comprehensiveAnalysis } from '#schemas/api/analysis.ts';
import { defineCall } from '#schemas/api/call.ts';
import { requestVerification } from '#schemas/api/mailed-links.ts';
import { member, openAccounts } from '../support/accounts.ts';
import { onPostgresServer, whileHeld } from '../support/user-stores.ts';

const HOUR_MS = 3_600_000;

/** Stands for the analysis, which always has an answer. */
const analysis = defineCall('POST /api/algorithms/comprehensive-analysis', {
  summary: 'An analysis',
  response: z.object({ value: z.number() }),
});

/** The embedded store does one thing after the other; here what a person does meets their deletion. */
await onPostgresServer('who is deleted meanwhile', (store) => {
  /** An api process, and somebody with an account, to whom the first mail has gone out. */
  async function somebodyOf() {
    const api = openAccounts(store(), {
      counted: [
        (counted) => ({ ...counted(analysis, () => ({ value: 1 })), call: comprehensiveAnalysis }),
      ],
    });
    const person = await member(api);
    expect(await api.mails()).toHaveLength(1);
    return { ...person, api };
  }

  /** Deletes the person as soon as `work` waits for the lock that the deletion has of them. */
  async function whileDeleted<T>(id: string, work: () => PromiseLike<T>): Promise<T> {
    const [done] = await whileHeld(store(), id, [work], (queries) =>
      queries.query('delete from users where id = $1', [id]),
    );
    return done as T;
  }

  it('is a guest to an analysis that has a grant', async () => {
    const { id, post } = await somebodyOf();
    await post(trackAnalysisUsage.path).expect(200);
    const { status } = await whileDeleted(id, () => post(analysis.path));
    expect(status).toBe(401);
  });

  it('is a guest to a grant after one that lapsed', async () => {
    const { api, id, post } = await somebodyOf();
    await post(trackAnalysisUsage.path).expect(200);
    api.pass(2 * HOUR_MS);
    await post(analysis.path).expect(200);
    const { status } = await whileDeleted(id, () => post(trackAnalysisUsage.path));
    expect(status).toBe(401);
  });

  it('is sent no other link, without a fault', async () => {
    const { api, id, post } = await somebodyOf();
    await whileDeleted(id, async () => {
      await post(requestVerification.path).expect(200);
      return api.mails();
    });
    expect(await api.mails()).toHaveLength(1);
    expect(api.log.join('')).not.toContain('failed');
  });
});
