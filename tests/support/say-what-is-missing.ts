import { existsSync } from 'node:fs';
import { pythonIfReady } from '#deploy/backtest/boosting.ts';
import { whyNoChromium } from './chromium.ts';
import { isRequired } from './engines.ts';
import { whyNoKafka } from './kafka-broker.ts';
import { schemathesisIfReady } from './schemathesis.ts';
import { sharedData } from './shared-data.ts';
import { whyNoStripeMock } from './stripe-mock.ts';

/** Runs once before the tests: says aloud what this machine lacks, so that a skip is never silent. */
export default async function sayWhatIsMissing(): Promise<void> {
  const missing: Record<string, string | undefined> = {
    'Kafka, the log on a real broker': whyNoKafka(),
    'Postgres, the user store on a real server':
      process.env['DATABASE_URL'] || existsSync('/usr/lib/postgresql')
        ? undefined
        : 'DATABASE_URL is not set and no Postgres server package is installed',
    'Chromium, the portal in a browser': whyNoChromium(),
    'LightGBM, what the backtest compares with':
      isRequired('lightgbm') || (await pythonIfReady(['LightGBM'])) !== undefined
        ? undefined
        : '`npm run backtest` installs it on first use',
    "stripe-mock, the shape of Stripe's calls": whyNoStripeMock(),
    'Schemathesis, every call sent what a fuzzer thinks of':
      isRequired('schemathesis') || schemathesisIfReady() !== undefined
        ? undefined
        : 'with Python 3, `REQUIRE_ENGINES=schemathesis npm test` installs it',
    'the shared data, real listings':
      process.env['REQUIRE_SHARED_DATA'] === '1' || sharedData('real') !== undefined
        ? undefined
        : 'it is not beside the project',
  };
  for (const [what, reason] of Object.entries(missing))
    if (reason !== undefined)
      process.stderr.write(`absent: ${what}: ${reason}; its tests are skipped\n`);
}
