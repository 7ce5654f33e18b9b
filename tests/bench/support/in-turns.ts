import autocannon, { type Options } from 'autocannon';
import { atLeast, percentile, type Measure } from '../measure.ts';

const ROUNDS = 5;
const SECONDS = 3;
const CONNECTIONS = 10;

type Asked = Pick<Options, 'url' | 'headers' | 'requests'>;

async function requestsPerSecond(asked: Asked): Promise<number> {
  const result = await autocannon({ ...asked, connections: CONNECTIONS, duration: SECONDS });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} answers were not 2xx, ${result.errors} failed`);
  return result.requests.average;
}

/**
 * A route against a bare one of the same process, in turns, so that the machine's noise meets both; the
 * ratio of the medians counts.
 */
export async function ofBareRoute(
  name: string,
  ours: Asked,
  bare: Asked,
  bar: number,
): Promise<Measure> {
  await requestsPerSecond(ours);
  const rates: { ours: number[]; bare: number[] } = { ours: [], bare: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.ours.push(await requestsPerSecond(ours));
    rates.bare.push(await requestsPerSecond(bare));
  }
  const [our, its] = [percentile(rates.ours, 0.5), percentile(rates.bare, 0.5)];
  console.error(`${name}: ${Math.round(our)} requests/s, bare ${Math.round(its)} requests/s`);
  return atLeast(`${name} of the bare route`, our / its, 'of its requests per second', bar, 1);
}
