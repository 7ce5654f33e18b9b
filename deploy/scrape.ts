import { Command } from 'commander';
import { loadSite } from '#ingest/scraper/site-file.ts';
import { SiteBlocked } from '#ingest/scraper/visit.ts';
import { ConfigurationError, loadConfig, LOG_VARIABLES } from '#platform/config/load.ts';
import { Lifecycle } from '#platform/lifecycle.ts';
import { createLogger } from '#platform/logging.ts';
import {
  Interrupted,
  onStopSignal,
  parseArguments,
  printResult,
  runCommand,
  UsageError,
  whole,
} from './command.ts';
import { openCrawler } from './open-crawler.ts';
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

async function main(): Promise<number> {
  const parsed = parseArguments(command);
  if (parsed === undefined) return 0;
  const options = parsed.options as Options;
  if (options.site === undefined)
    throw new UsageError('Name the site’s file with --site FILE. See --help.');
  const site = await loadSite(options.site);
  const config = loadConfig(process.env, [
    'DATA_DIR',
    ...LOG_VARIABLES,
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
  onStopSignal(() => abort.abort(new Interrupted('Stopped. Run the same command again to go on.')));
  const started = performance.now();
  try {
    const paths = await prepareDataDir(config.DATA_DIR);
    const log = await openLogPart(config, { paths, lifecycle, logger }, 'rigworth-scrape');
    const crawler = openCrawler({
      config,
      contact: config.SCRAPER_CONTACT,
      folder: paths.scraper,
      log,
      lifecycle,
    });
    const opened = crawler.open(site);
    lifecycle.onStop('site', () => opened.close());
    if (options.unblock) await opened.unblock();
    const { warnings, ...result } = await opened.crawl({
      limit: options.limit,
      signal: abort.signal,
    });
    for (const warning of warnings) console.error(warning);
    if (result.blocked !== undefined) console.error(new SiteBlocked(result.blocked).message);
    printResult({ ...result, seconds: Math.round((performance.now() - started) / 10) / 100 });
    return result.state === 'done' ? 0 : 1;
  } finally {
    await lifecycle.stop();
  }
}

await runCommand(main);
