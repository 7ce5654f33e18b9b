import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { comprehensiveAnalysis, buyingDecision } from '#schemas/api/analysis.ts';
import { CALLS } from '#schemas/api/calls.ts';
import { marketAnalysis, marketTrends } from '#schemas/api/market.ts';
import { isRequired, requireOrSkip } from '../support/engines.ts';
import { fuzz, prepareSchemathesis, schemathesisIfReady } from '../support/schemathesis.ts';
import {
  ask,
  runCommand,
  startServer,
  temporaryDataDir,
  type RunningServer,
} from '../support/server.ts';

const MEMBER = { email: 'ada@example.com', password: 'a caravan in the rain', firstName: 'Ada' };
const LEFT_OUT = [
  // Waits for the run of a collection, up to 25 seconds each time.
  '/api/scraper/run',
  // The fuzzer asks with ids it was answered, and would sign itself out.
  '/api/user/sessions/{id}',
];
/** Calls that are open to everyone and tell a member of Premium more, or count what they ask. */
const DEEPER = [comprehensiveAnalysis, buyingDecision, marketAnalysis, marketTrends];

const pathsOf = (calls: readonly { path: string }[]): string[] =>
  [...new Set(calls.map(({ path }) => path))].filter((path) => !LEFT_OUT.includes(path));
const forGuests = pathsOf(CALLS.filter(({ access }) => access === 'open'));
const forMembers = pathsOf([...CALLS.filter(({ access }) => access !== 'open'), ...DEEPER]);

const python = await (isRequired('schemathesis') ? prepareSchemathesis() : schemathesisIfReady());
requireOrSkip('schemathesis', python === undefined ? 'it is not installed' : undefined);

describe.skipIf(python === undefined)('no call, whatever is sent, is answered with a 5xx', () => {
  let data: Awaited<ReturnType<typeof temporaryDataDir>>;
  let server: RunningServer;
  let cookie = '';

  const post = async (path: string, body: object) => {
    const response = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Cookie: cookie },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(200);
    return response;
  };
  const command = async (script: string, args: string[]) => {
    const ended = await runCommand(script, args, { DATA_DIR: data.path });
    expect(ended).toMatchObject({ code: 0 });
  };
  const run = (paths: readonly string[], headers = {}) =>
    fuzz(python ?? '', { url: server.url, paths, headers, directory: data.path });

  beforeAll(async () => {
    data = await temporaryDataDir();
    const many = '1000000';
    server = await startServer({
      DATA_DIR: data.path,
      SAMPLE: 'off',
      RATE_LIMIT_PER_MINUTE: many,
      SIGN_INS_PER_ADDRESS: many,
      REGISTRATIONS_PER_ADDRESS: many,
      FREE_ANALYSES_PER_MONTH: many,
    });
    const market = join(data.path, 'market.ndjson');
    const truth = join(data.path, 'truth.ndjson');
    const drawn = ['--listings', '300', '--months', '12', '--out', market, '--truth', truth];
    await command('simulate.ts', drawn);
    await command('ingest.ts', [market, '--source', 'simulator']);
    const { headers } = await post('/api/auth/email/register', MEMBER);
    cookie = headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const begun = await post('/api/create-payment-intent', { amount: 5 });
    const { clientSecret } = (await begun.json()) as { clientSecret: string };
    await post('/api/sandbox/pay', { clientSecret, cardNumber: '4242424242424242' });
  }, 300_000);
  afterAll(async () => {
    await server.stop();
    await data.remove();
  });

  it('to a guest', { timeout: 600_000 }, async () => {
    const { body } = await ask<{ total: number }>(server.url, '/api/rv-listings/search');
    expect(body.total).toBeGreaterThan(100);
    const { code, said } = await run(forGuests);
    expect(said).toContain('No issues found');
    expect(code).toBe(0);
  });

  it('to a member of Premium who is also of the staff', { timeout: 600_000 }, async () => {
    const { code, said } = await run(forMembers, { Cookie: cookie });
    expect(said).toContain('No issues found');
    expect(code).toBe(0);
    // Nothing that was sent ended the session: all of it was asked by the member.
    const answer = await fetch(`${server.url}/api/user/usage`, { headers: { Cookie: cookie } });
    expect(await answer.json()).toMatchObject({ subscriptionStatus: 'premium' });
  });
});
