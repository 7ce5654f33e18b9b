import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../clock.ts';
import { openEventLog } from './open.ts';

describe('opening the event log', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rigworth-open-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('takes the embedded log where no broker is named', async () => {
    const directory = join(folder, 'embedded');
    const log = await openEventLog({
      directory,
      clientId: 'test',
      clock: systemClock,
      random: Math.random,
    });
    expect(existsSync(join(directory, 'data.mdb'))).toBe(true);
    await log.close();
  });

  it('takes Kafka where brokers are named, and makes no folder', async () => {
    const directory = join(folder, 'unused');
    const kafkaBrokers = ['127.0.0.1:1'];
    const opening = openEventLog({
      kafkaBrokers,
      directory,
      clientId: 'test',
      clock: systemClock,
      random: Math.random,
      openWithinMs: 300,
    });
    await expect(opening).rejects.toThrow('No Kafka broker answers at 127.0.0.1:1');
    expect(existsSync(directory)).toBe(false);
  });
});
