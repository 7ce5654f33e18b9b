import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { register } from '#schemas/api/account.ts';
import { chromiumPath, QUIET_FLAGS, whyNoChromium } from '../../support/chromium.ts';
import { startServer } from '../../support/server.ts';
import { atLeast, atMost, type Measure } from '../measure.ts';
import { sampleDataDir } from '../support/sample-data-dir.ts';
import { benchFolder } from '../support/scale.ts';

/**
 * Pages of the built portal as the server serves them, by Lighthouse in its mobile default: a cold visit on
 * a simulated phone and line. Signed in: of a guest Chromium itself writes the 401 of the user lookup to the
 * console, which the contract asks for and Lighthouse counts (best practices 96). The baseline is a page of a few
 * words and no script. Lighthouse is no dependency of everybody's, being of 170 MB: npx fetches it.
 */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const PAGES = ['/', '/depreciation', '/market-stories', '/search'];
const SCORES = [
  ['performance', 95],
  ['accessibility', 100],
  ['best-practices', 100],
  ['seo', 100],
] as const;
/** Now and then Lighthouse sees no trace of a load, or Chromium does not start: it is run again. */
const TRIES = 3;
const RUN_MS = 120_000;
const LCP_SECONDS = 1.8;
const LAYOUT_SHIFT = 0.02;
const BLOCKING_MS = 150;
const BARE_PAGE =
  '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
  '<title>Bare</title><h1>A page of a few words</h1>';

/** What is read of Lighthouse's report. */
interface Report {
  runWarnings: string[];
  finalDisplayedUrl: string;
  categories: Record<
    string,
    { score: number | null; auditRefs: { id: string; weight: number }[] } | undefined
  >;
  audits: Record<
    string,
    | {
        score: number | null;
        numericValue?: number;
        displayValue?: string;
        errorMessage?: string;
        details?: { items?: { description?: string; sourceLocation?: { url: string } }[] };
      }
    | undefined
  >;
}

const run = promisify(execFile);
const folder = await mkdtemp(join(benchFolder(), 'lighthouse-'));
const missing = whyNoChromium() ?? (await whyNoLighthouse());
if (missing === undefined) console.log(JSON.stringify(await measureAll()));
else {
  console.error(`lighthouse is not measured: ${missing}.`);
  console.log('[]');
}

async function whyNoLighthouse(): Promise<string | undefined> {
  return run('npx', ['--yes', LIGHTHOUSE, '--version']).then(
    () => undefined,
    () => `npx cannot fetch or run ${LIGHTHOUSE}`,
  );
}

async function measureAll(): Promise<Measure[]> {
  const bare = await reportOfBarePage();
  const server = await startServer({ DATA_DIR: await sampleDataDir() });
  try {
    const headers = await signedIn(server.url);
    const measures: Measure[] = [];
    for (const path of PAGES)
      measures.push(...figures(path, await report(`${server.url}${path}`, headers), bare));
    return measures;
  } finally {
    await server.stop();
  }
}

async function reportOfBarePage(): Promise<Report> {
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html').end(BARE_PAGE);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the bare page has no port');
  try {
    return await report(`http://127.0.0.1:${address.port}/`);
  } finally {
    server.close();
  }
}

/** The file with the headers of somebody who just registered: a command line could be read by others. */
async function signedIn(url: string): Promise<string> {
  const response = await fetch(`${url}${register.path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      email: 'ada@example.com',
      password: 'a caravan in the rain',
      firstName: 'Ada',
      lastName: 'Byron',
    }),
  });
  const [cookie] = response.headers.getSetCookie();
  if (cookie === undefined) throw new Error(`registering answered ${response.status}, no cookie`);
  const file = join(folder, 'headers.json');
  await writeFile(file, JSON.stringify({ Cookie: cookie.split(';')[0] }), { mode: 0o600 });
  return file;
}

async function report(url: string, headers?: string, tries = TRIES): Promise<Report> {
  const output = join(folder, 'report.json');
  const ended = run(
    'npx',
    [
      '--yes',
      LIGHTHOUSE,
      url,
      '--quiet',
      '--no-enable-error-reporting',
      '--output=json',
      `--output-path=${output}`,
      `--only-categories=${SCORES.map(([id]) => id).join(',')}`,
      `--chrome-flags=${['--headless=new', ...QUIET_FLAGS].join(' ')}`,
      ...(headers === undefined ? [] : [`--extra-headers=${headers}`]),
    ],
    // Where Chromium's profile goes too.
    {
      cwd: folder,
      env: { ...process.env, CHROME_PATH: chromiumPath(), TMPDIR: folder },
      timeout: RUN_MS,
    },
  );
  try {
    await ended;
  } catch (error) {
    if (tries === 1) throw error;
    console.error(`${url} is measured again: ${String(error)}`);
    return report(url, headers, tries - 1);
  }
  const found = JSON.parse(await readFile(output, 'utf8')) as Report;
  if (found.finalDisplayedUrl !== url) throw new Error(`${url} led to ${found.finalDisplayedUrl}`);
  for (const warning of found.runWarnings) console.error(`${url}: ${warning}`);
  return found;
}

function figures(path: string, page: Report, bare: Report): Measure[] {
  const numeric = (of: Report, id: string): number => {
    const audit = of.audits[id];
    if (audit?.numericValue === undefined)
      throw new Error(`${path} has no ${id}: ${audit?.errorMessage ?? 'not audited'}`);
    return audit.numericValue;
  };
  const seconds = (of: Report): number => numeric(of, 'largest-contentful-paint') / 1_000;
  const blocking = (of: Report): number => numeric(of, 'total-blocking-time');
  return [
    ...SCORES.map(([id, bar]) => {
      const measure = atLeast(`${id} of ${path}`, score(page, id), 'of 100', bar);
      if (measure.pass === false)
        console.error(`${measure.name} is lowered by ${lowering(page, id)}`);
      return measure;
    }),
    atMost(`largest contentful paint of ${path}`, seconds(page), 's', LCP_SECONDS, seconds(bare)),
    atMost(
      `cumulative layout shift of ${path}`,
      numeric(page, 'cumulative-layout-shift'),
      'score',
      LAYOUT_SHIFT,
    ),
    atMost(`total blocking time of ${path}`, blocking(page), 'ms', BLOCKING_MS, blocking(bare)),
  ];
}

function score(page: Report, id: string): number {
  const found = page.categories[id]?.score;
  // Lighthouse gives none where one of the audits failed itself.
  if (typeof found !== 'number') throw new Error(`no ${id}: ${lowering(page, id)}`);
  return Math.round(found * 100);
}

/** The audits that count and are not whole, each with what it found. */
function lowering(page: Report, id: string): string {
  return (page.categories[id]?.auditRefs ?? [])
    .filter(({ weight }) => weight > 0)
    .flatMap((ref) => {
      const audit = page.audits[ref.id];
      if (audit === undefined || audit.score === 1) return [];
      if (audit.score === null && audit.errorMessage === undefined) return [];
      const [item] = audit.details?.items ?? [];
      const what = [item?.description, item?.sourceLocation?.url].filter(Boolean).join(' ');
      const found = audit.errorMessage ?? audit.displayValue ?? what;
      return [`${ref.id} (${audit.score ?? 'failed'}${found === '' ? '' : `: ${found}`})`];
    })
    .join(', ');
}
