import { maxRobotsBytes } from '#ingest/scraper/robots/lines.ts';
import { readRobots } from '#ingest/scraper/robots/rules.ts';
import { atMost } from '../measure.ts';

/**
 * Reading a robots.txt that is as long as is read and asking it once, for files made to cost time: the slowest
 * of them, in time of the processor, whatever else the machine does.
 */
const rules = (ruleOf: (n: number) => string): Buffer => {
  let text = 'User-agent: *\n';
  for (let n = 0; text.length < maxRobotsBytes; n += 1) text += `Disallow: /${ruleOf(n)}\n`;
  return Buffer.from(text);
};

const hostile = [
  Buffer.from(`User-agent: *\nDisallow: /${'%E3'.repeat(maxRobotsBytes / 3 - 10)}`),
  rules((n) => `${n}${'%e3%81%82'.repeat(10)}`),
  rules((n) => `${n}${'\u3042'.repeat(20)}`),
  rules((n) => `*a${n}*b$`),
  rules((n) => `*/${n}*?page=*&sort=*${n}`),
  rules((n) => `${'a*'.repeat(20)}${n}`),
  Buffer.from(`User-agent: *\nDisallow: /${'*a'.repeat(maxRobotsBytes / 2 - 20)}`),
  Buffer.from('\r'.repeat(maxRobotsBytes)),
];
const urls = ['https://rv.example/rv/2021-jayco?page=2', `https://rv.example/${'a'.repeat(1_450)}`];

const times = hostile.flatMap((file) =>
  urls.map((url) => {
    const started = process.cpuUsage();
    readRobots(file, 'RigWorthBot').allows(url);
    const { user, system } = process.cpuUsage(started);
    return (user + system) / 1_000;
  }),
);

console.log(
  JSON.stringify([atMost('the slowest of hostile robots files', Math.max(...times), 'ms', 100)]),
);
