import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { login, register, subscriptionStatus } from '#schemas/api/account.ts';
import { comprehensiveAnalysis } from '#schemas/api/analysis.ts';
import { collectionStatus } from '#schemas/api/data.ts';
import { atMost, percentile } from '../measure.ts';
import { ofBareRoute } from '../support/in-turns.ts';
import { benchFolder } from '../support/scale.ts';
import { startServer } from '../support/start-server.ts';

/**
 * What sign-in costs: a signed-in read against the bare route, in turns; and the analysis call of a
 * guest while 200 people sign in at once, against the same call before.
 */
const FLOOD = 200;
const ANALYSES = 200;

const server = await startServer<{ port: number }>('accounts-server.ts', [
  join(benchFolder(), 'users'),
]);
const url = `http://127.0.0.1:${server.ports.port}`;

const post = (path: string, body: object): Promise<Response> =>
  fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

const registered = await post(register.path, {
  email: 'ada@example.com',
  password: 'a caravan in the rain',
  firstName: 'Ada',
});
const cookie = registered.headers.getSetCookie()[0]?.split(';')[0] ?? '';

const headers = { cookie };
const signedIn = await ofBareRoute(
  'signed-in read',
  { url: `${url}${subscriptionStatus.path}`, headers },
  { url: `${url}${collectionStatus.path}`, headers },
  0.45,
);

/** Milliseconds of one analysis after the other, as long as `goOn` says. */
async function analyses(goOn: (made: number) => boolean): Promise<number[]> {
  const times: number[] = [];
  while (goOn(times.length)) {
    const start = performance.now();
    const { status } = await post(comprehensiveAnalysis.path, {
      make: 'Keystone',
      model: 'Montana',
      year: 2012 + (times.length % 14),
    });
    // A market drawn for tests may not know it: the refusal takes the same road.
    if (status >= 500) throw new Error(`an analysis was answered with ${status}`);
    times.push(performance.now() - start);
    await sleep(5);
  }
  return times;
}

await analyses((made) => made < ANALYSES);
const quiet = await analyses((made) => made < ANALYSES);
let isFlooded = true;
const flood = Promise.all(
  Array.from({ length: FLOOD }, (_, i) =>
    post(login.path, { email: `nobody-${i}@example.com`, password: 'not this one' }),
  ),
).finally(() => (isFlooded = false));
const flooded = await analyses(() => isFlooded);
const statuses = new Set((await flood).map(({ status }) => status));
if (statuses.size !== 1 || !statuses.has(401))
  throw new Error(`the sign-ins were answered with ${[...statuses].join(', ')}`);
await server.stop();

const [busy, rest] = [percentile(flooded, 0.95), percentile(quiet, 0.95)];
console.error(
  `analysis p95 ${rest.toFixed(1)} ms, in a flood ${busy.toFixed(1)} ms (${flooded.length} analyses)`,
);
console.log(
  JSON.stringify([
    signedIn,
    atMost('analysis p95 while 200 sign in', busy / rest, 'times its quiet value', 4, 1),
  ]),
);
