import { describe, expect, it } from 'vitest';
import { createLogger } from '#platform/logging.ts';
import { Writable } from 'node:stream';
import { PASSWORD, SECRET } from '../support/accounts.ts';
import { SECRET_KEY, WEBHOOK_SECRET } from '../support/fake-stripe.ts';
import { secretsIn } from '../support/logs.ts';

describe('what the logs of all tests are looked through for', () => {
  it.each([
    ['a password of the tests', PASSWORD],
    ['the hash of a password', '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA'],
    ['a cookie', '__Host-rigworth=e'],
    ['a session or another signed token', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'],
    ['the secret of sessions', SECRET],
    ['a mailed link', 'https://rv.example.com/#reset-password=x7'],
    ['a key of Stripe', SECRET_KEY],
    ['a key of Stripe', WEBHOOK_SECRET],
    ['the secret of a payment', 'pi_1_secret_2'],
    ['a card number', '4242424242424242'],
    ['the password of a server', 'postgresql://rigworth:hunter2@db.example.com/users'],
  ])('%s', (kind, secret) => {
    expect(secretsIn(`{"msg":"it failed: ${secret} was wrong"}`)).toContain(kind);
  });

  it('are found in no line that says plain things', () => {
    const lines: string[] = [];
    const write = (chunk: Buffer, _encoding: string, done: () => void): void => {
      lines.push(chunk.toString());
      done();
    };
    const logger = createLogger('info', new Writable({ write }));
    logger.info({ url: 'http://localhost:3000', file: '/data/outbox/1.txt' }, 'RigWorth is up');
    logger.info({ share: 4 / 9, seconds: 0.345678901234567 }, 'a batch was computed');
    logger.warn({ requestId: '3b1f4242-4242-4242-8242-424242424242' }, 'a sign-in failed');
    expect(lines.flatMap(secretsIn)).toEqual([]);
  });
});
