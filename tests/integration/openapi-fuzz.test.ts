import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { comprehensiveAnalysis, buyingDecision } from '#schemas/api/analysis.ts';
import { CALLS } from '#schemas/api/calls.ts';
import { marketAnalysis, marketTrends } from '#schemas/api/market.ts';
import { listSessions, revokeSession } from '#schemas/api/profile.ts';
import { isRequired, requireOrSkip } from '../support/engines.ts';
import { fuzz, prepareSchemathesis, schemathesisIfReady } from '../support/schemathesis.ts';
import {
  ask,
  runCommand,
  startServer,
  temporaryDataDir,
  type RunningServer,
} from '../support/server.ts';
import { dealerMapping, dealerSite, dealerSiteFile, lotOf } from '../support/sites/dealer.ts';
import { serveSite, type ServedSite } from '../support/sites/serve.ts';

const MEMBER = { email: 'ada@example.com', password: 'a caravan in the rain', firstName: 'Ada' };
/** Asked by somebody else: the fuzzer asks with ids it was answered, and signs devices out, its own too. */
const OF_SESSIONS = pathsOf([listSessions, revokeSession]);
/** Calls that are open to everyone and tell a member of Premium more, or count what they ask. */
const DEEPER = [comprehensiveAnalysis, buyingDecision, marketAnalysis, marketTrends];

const forGuests = pathsOf(CALLS.filter(({ access }) => access === 'open'));
const forMembers = pathsOf([
  ...CALLS.filter(({ access, path }) => access !== 'open' && !OF_SESSIONS.includes(path)),
  ...DEEPER,
]);

function pathsOf(calls: readonly { path: string }[]): string[] {
  return [...new Set(calls.map(({ path }) => path))];
}

const python = await (isRequired('schemathesis') ? prepareSchemathesis() : schemathesisIfReady());
requireOrSkip('schemathesis', python === undefined ? 'it is not installed' : undefined);

describe.skipIf(python === undefined)('no call, whatever is sent, is answered with a 5xx', () => {
  let data: Awaited<ReturnType<typeof temporaryDataDir>>;
  let site: ServedSite;
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
  const register = async (person: object) => {
    const { headers } = await post('/api/auth/email/register', person);
    return headers.getSetCookie()[0]?.split(';')[0] ?? '';
  };
  const command = async (script: string, args: string[]) => {
    const ended = await runCommand(script, args, { DATA_DIR: data.path });
    expect(ended).toMatchObject({ code: 0 });
  };
  const run = (paths: readonly string[], headers = {}) =>
    fuzz(python ?? '', { url: server.url, paths, headers, directory: data.path });

  beforeAll(async () => {
    data = await temporaryDataDir();
    // One page, whose crawl is over at once: who asks for a collection waits for its end.
    site = await serveSite(dealerSite(() => lotOf(1)));
    const sites = join(data.path, 'sites');
    await mkdir(sites);
    await writeFile(join(sites, 'mapping.yaml'), dealerMapping);
    await writeFile(join(sites, 'lot.site.yaml'), dealerSiteFile(site.origin, 'delaySeconds: 0\n'));
    const many = '1000000';
    server = await startServer({
      DATA_DIR: data.path,
      SAMPLE: 'off',
      SITES_DIR: sites,
      SCRAPER_CONTACT: 'https://rv.example/bot',
      SCRAPER_ALLOW_ADDRESSES: site.address,
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
    cookie = await register(MEMBER);
    const begun = await post('/api/create-payment-intent', { amount: 5 });
    const { clientSecret } = (await begun.json()) as { clientSecret: string };
    await post('/api/sandbox/pay', { clientSecret, cardNumber: '4242424242424242' });
  }, 300_000);
  afterAll(async () => {
    await server.stop();
    await site.close();
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
    const collections = await fetch(`${server.url}/api/staff/collections`, {
      headers: { Cookie: cookie },
    });
    expect(await collections.json()).toContainEqual(
      expect.objectContaining({ kind: 'scan', outcome: 'done' }),
    );
  });

  it('to who signs devices out', { timeout: 600_000 }, async () => {
    const other = await register({ ...MEMBER, email: 'grace@example.com' });
    const { code, said } = await run(OF_SESSIONS, { Cookie: other });
    expect(said).toContain('No issues found');
    expect(code).toBe(0);
  });
});
