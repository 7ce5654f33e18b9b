import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROJECT, runCommand } from '../support/server.ts';
import { dealerMapping, dealerSiteFile } from '../support/sites/dealer.ts';
import { serveSite } from '../support/sites/serve.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rigworth-scrape-'));
  await writeFile(join(folder, 'mapping.yaml'), dealerMapping);
  await writeFile(join(folder, 'site.yaml'), dealerSiteFile('http://127.0.0.1:1'));
});
afterAll(() => rm(folder, { recursive: true }));

const scrape = (env: Record<string, string>) =>
  runCommand('scrape.ts', ['--site', join(folder, 'site.yaml')], { DATA_DIR: folder, ...env });

describe('npm run scrape', () => {
  it('asks nobody without saying where we are reached', async () => {
    const { code, stderr } = await scrape({});
    expect([code, stderr.trim()]).toEqual([
      2,
      'SCRAPER_CONTACT: must be set to crawl, to where site owners reach you, such as https://rv.example.com/bot',
    ]);
  });

  it('asks no machine of ours: with no list, and in production with none possible', async () => {
    const contact = { SCRAPER_CONTACT: 'https://rv.example/bot' };
    const asked = await scrape(contact);
    expect(asked.code).toBe(1);
    expect(asked.stderr).toContain('127.0.0.1, which is no address of the internet');
    expect(asked.result()).toMatchObject({ state: 'failed', missed: { robots_unreachable: 1 } });

    const production = await scrape({
      ...contact,
      NODE_ENV: 'production',
      SCRAPER_ALLOW_ADDRESSES: '127.0.0.1:1',
    });
    expect(production.code).toBe(2);
    expect(production.stderr).toContain('SCRAPER_ALLOW_ADDRESSES: must not be set in production');
  });

  it('says in a line what is in the way of its own files', async () => {
    const dataDir = join(folder, 'other');
    await mkdir(join(dataDir, 'scraper'), { recursive: true });
    await writeFile(join(dataDir, 'scraper', 'test-dealer'), 'not a folder');
    const { code, stderr } = await scrape({
      SCRAPER_CONTACT: 'https://rv.example/bot',
      DATA_DIR: dataDir,
    });
    expect(code).toBe(2);
    expect(stderr.trim()).toMatch(/test-dealer cannot be used: .* is not a folder.*[.]$/);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('ends on %s with what to do', async (signal) => {
    const asked = Promise.withResolvers<void>();
    const site = await serveSite(() => {
      asked.resolve();
      return () => undefined; // never answered
    });
    await writeFile(join(folder, 'slow.yaml'), dealerSiteFile(site.origin));
    const child = spawn(
      process.execPath,
      [join(PROJECT, 'deploy/scrape.ts'), '--site', join(folder, 'slow.yaml')],
      {
        cwd: PROJECT,
        env: {
          ...process.env,
          DATA_DIR: join(folder, signal),
          SCRAPER_CONTACT: 'https://rv.example/bot',
          SCRAPER_ALLOW_ADDRESSES: site.address,
        },
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    let said = '';
    child.stderr.on('data', (data: Buffer) => (said += data.toString()));
    await asked.promise;
    child.kill(signal);
    const [code] = (await once(child, 'close')) as [number | null];
    await site.close();
    expect(said).toBe('Stopped. Run the same command again to go on.\n');
    expect(code).toBe(1);
  });
});
