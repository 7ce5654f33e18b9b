import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import { crawlSite } from '#ingest/scraper/crawl.ts';
import { createAddressGuard } from '#ingest/scraper/fetch/addresses.ts';
import { createFetcher } from '#ingest/scraper/fetch/fetcher.ts';
import { HostStore } from '#ingest/scraper/host-store.ts';
import { loadSite } from '#ingest/scraper/site-file.ts';
import { SiteStore } from '#ingest/scraper/site-store.ts';
import { SiteBlocked } from '#ingest/scraper/visit.ts';
import { systemClock } from '#platform/clock.ts';
import { ConfigurationError, loadConfig } from '#platform/config/load.ts';
import { Lifecycle } from '#platform/lifecycle.ts';
import { createLogger } from '#platform/logging.ts';
import { makeWritableFolder } from '#platform/writable-folder.ts';
import { DataDirUnusable } from '#warehouse/errors.ts';
import {
  Interrupted,
  parseArguments,
  printResult,
  runCommand,
  UsageError,
  whole,
} from './command.ts';
import { openLogPart, prepareDataDir } from './parts.ts';

interface Options {
  site?: string;
  limit?: number;
  unblock: boolean;
}

const command = new Command('npm run scrape --')
  .description(
    'Crawls one site by its file (ingest/scraper/sites/README.md) and puts its listings into the log; a running server takes them from there. Killed or stopped, it goes on where it was.',
  )
  .option('--site <file>', 'the site’s file')
  .option('--limit <pages>', 'at most so many pages', whole(1, 1_000_000))
  .option('--unblock', 'ask a site again that blocked us, after its owner agreed', false);

/** @throws DataDirUnusable */
function openStore<Store>(folder: string, Kind: new (folder: string) => Store): Store {
  try {
    makeWritableFolder(folder);
    return new Kind(folder);
  } catch (error) {
    throw new DataDirUnusable(folder, error);
  }
}

async function main(): Promise<number> {
  const parsed = parseArguments(command);
  if (parsed === undefined) return 0;
  const options = parsed.options as Options;
  if (options.site === undefined)
    throw new UsageError('Name the site’s file with --site FILE. See --help.');
  const site = await loadSite(options.site);
  const config = loadConfig(process.env, [
    'DATA_DIR',
    'KAFKA_BROKERS',
    'LOG_LEVEL',
    'SCRAPER_CONTACT',
    'SCRAPER_ALLOW_ADDRESSES',
  ]);
  if (config.SCRAPER_CONTACT === undefined)
    throw new ConfigurationError([
      'SCRAPER_CONTACT: must be set to crawl, to where site owners reach you, such as https://rv.example.com/bot',
    ]);

  const logger = createLogger(
    process.env['LOG_LEVEL'] ? config.LOG_LEVEL : 'error',
    process.stderr,
  );
  const lifecycle = new Lifecycle(logger);
  const abort = new AbortController();
  process.once('SIGINT', () =>
    abort.abort(new Interrupted('Stopped. Run the same command again to go on.')),
  );
  const started = performance.now();
  try {
    const paths = await prepareDataDir(config.DATA_DIR);
    const log = await openLogPart(config, { paths, lifecycle, logger }, 'rigworth-scrape');
    const store = openStore(join(paths.scraper, site.name), SiteStore);
    lifecycle.onStop('site', () => store.close());
    // No source's name begins with a dot.
    const hosts = openStore(join(paths.scraper, '.hosts'), HostStore);
    lifecycle.onStop('hosts', () => hosts.close());
    if (options.unblock) await store.setBlocked(undefined);
    const allowed = config.SCRAPER_ALLOW_ADDRESSES ?? [];
    const fetcher = createFetcher({
      contact: config.SCRAPER_CONTACT,
      guard: createAddressGuard(allowed),
      connections: site.connections,
    });
    lifecycle.onStop('fetcher', () => fetcher.close());
    const { warnings, ...result } = await crawlSite(
      {
        log,
        store,
        hosts,
        fetcher,
        clock: systemClock,
        sleep: (ms, signal) => sleep(ms, undefined, { signal }),
        random: Math.random,
        newId: () => crypto.randomUUID().slice(0, 8),
      },
      site,
      {
        limit: options.limit,
        signal: abort.signal,
        // Machines of our own need no courtesy; the internet gets a second between requests at least.
        ...([...site.hosts].every((host) => allowed.includes(host)) ? { floorMs: 0 } : {}),
      },
    );
    for (const warning of warnings) console.error(warning);
    if (result.blocked !== undefined) console.error(new SiteBlocked(result.blocked).message);
    printResult({ ...result, seconds: Math.round((performance.now() - started) / 10) / 100 });
    return result.state === 'done' ? 0 : 1;
  } finally {
    await lifecycle.stop();
  }
}

await runCommand(main);
