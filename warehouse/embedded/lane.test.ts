import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Session } from 'chdb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Lane } from './lane.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'rigworth-lane-'));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(directory, { recursive: true });
});

it('is free again after an answer that failed at its end', async () => {
  const lane = await Lane.open({
    directory,
    database: 'default',
    width: 1,
    streamed: true,
    settings: {},
  });
  const ask = async (): Promise<Buffer[]> => {
    const { stream } = await lane.query({ query: 'SELECT 1 FORMAT JSONEachRow' });
    return (await stream.toArray()) as Buffer[];
  };
  const failing = vi.spyOn(Session.prototype, 'queryStream');
  failing.mockImplementation(function (this: Session, ...of) {
    failing.mockRestore();
    const answer = this.queryStream(...of);
    const pieces = answer[Symbol.asyncIterator]();
    pieces.return = () => {
      answer.cancel();
      return Promise.reject(new Error('cannot be let go of'));
    };
    return Object.assign(answer, { [Symbol.asyncIterator]: () => pieces });
  });
  await expect(ask()).rejects.toThrow('cannot be let go of');
  expect(Buffer.concat(await ask()).toString()).toBe('{"1":1}\n');
  await lane.close();
});
