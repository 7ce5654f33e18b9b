import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawListing } from '#schemas/events/raw-listing.ts';
import { crawlFolder } from '../support/sites/crawl.ts';
import {
  dealerMapping,
  dealerSite,
  dealerSiteFile,
  isForbidden,
  lotOf,
} from '../support/sites/dealer.ts';
import { impoliteRequests, serveSite, type ServedSite } from '../support/sites/serve.ts';
import { PROJECT } from '../support/server.ts';

/** A crawl of a thousand pages. */
const UNITS = 900;
const KILLS = 10;
/** Requests between two kills: they fall on sitemaps, lists and listings alike. */
const KILL_EVERY = 90;

const units = lotOf(UNITS);
let served: ServedSite;
let folder: Awaited<ReturnType<typeof crawlFolder>>;
let child: ChildProcess | undefined;
let requests = 0;
const inFlight: string[] = [];

beforeAll(async () => {
  const site = dealerSite(() => units);
  served = await serveSite((path, request) => {
    requests += 1;
    if (requests % KILL_EVERY === 0 && inFlight.length < KILLS) {
      inFlight.push(path);
      child?.kill('SIGKILL');
      return () => undefined; // never answered: its asker is gone
    }
    return site(path, request);
  });
  const siteFile = dealerSiteFile(served.origin, 'delaySeconds: 0.005');
  folder = await crawlFolder(dealerMapping, siteFile);
});
afterAll(async () => {
  await served.close();
  await folder.remove();
});

/** One run of the command, killed on the way or not. */
async function scrape(): Promise<{ code: number | null; stdout: string; stderr: string }> {
  child = spawn(process.execPath, [join(PROJECT, 'deploy/scrape.ts'), '--site', folder.sitePath], {
    cwd: PROJECT,
    env: {
      ...process.env,
      DATA_DIR: folder.folder,
      SCRAPER_CONTACT: 'https://rv.example/bot',
      SCRAPER_ALLOW_ADDRESSES: served.address,
    },
  });
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}

describe('a scraper that is killed in the middle, ten times, each time begun again', () => {
  it('ends with every listing once, and has asked for no page twice but those in flight', async () => {
    for (let n = 0; n < KILLS; n += 1) expect((await scrape()).code).toBeNull();
    const last = await scrape();

    expect(last.stderr).toBe('');
    expect(last.code).toBe(0);
    expect(JSON.parse(last.stdout.trim().split('\n').at(-1) ?? '')).toMatchObject({
      state: 'done',
      coverage: 'full',
      counts: { records: UNITS, published: UNITS },
    });
    const events = await folder.events(rawListing);
    expect(events.map(({ sourceId }) => sourceId).toSorted()).toEqual(
      units.map(({ stock }) => stock).toSorted(),
    );

    expect(inFlight).toHaveLength(KILLS);
    const mayRepeat = (path: string) => inFlight.includes(path);
    // How long apart they are is seen on a clock that stands still, in tests/integration/crawl.test.ts.
    expect(impoliteRequests(served, { delayMs: 0, isForbidden, mayRepeat })).toEqual([]);
  });
});
