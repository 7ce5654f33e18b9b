import { expect, it } from 'vitest';
import { ALL_VARIABLES, loadConfig } from '#platform/config/load.ts';
import { createLogger } from '#platform/logging.ts';
import { warnOfOpenStaff } from './warn-of-open-staff.ts';

function saidWith(env: Record<string, string>): string[] {
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line) => void lines.push(line) });
  warnOfOpenStaff(loadConfig(env, ALL_VARIABLES), logger);
  return lines;
}

it.each<Record<string, string>>([
  {},
  { HOST: '0.0.0.0' },
  { HOST: '::' },
  { HOST: '192.168.1.5' },
  { HOST: '::ffff:192.168.1.5' },
  { HOST: 'rv.example.com' },
  { HOST: '127.evil.example' },
  { NODE_ENV: 'development' },
])('with %j it is said that whoever signs in is staff', (env) => {
  const [line = '', ...more] = saidWith(env);
  expect(more).toEqual([]);
  expect(JSON.parse(line)).toMatchObject({
    level: 40,
    msg: 'whoever reaches this server and registers has the staff’s controls: set STAFF_EMAILS, NODE_ENV=production, or HOST=127.0.0.1',
  });
});

it.each<Record<string, string>>([
  { STAFF_EMAILS: 'ada@example.com' },
  { NODE_ENV: 'production' },
  { HOST: 'localhost' },
  { HOST: '127.0.0.1' },
  { HOST: '127.8.0.1' },
  { HOST: '::1' },
  { HOST: '::ffff:127.0.0.1' },
])('with %j nothing is said of staff', (env) => {
  expect(saidWith(env)).toEqual([]);
});
