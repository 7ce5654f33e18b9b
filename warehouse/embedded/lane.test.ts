import { expect, it, vi } from 'vitest';
import { Lane } from './lane.ts';

/** The engine's connection, whose streams give one piece and cannot be let go of. */
vi.mock('chdb/connection', () => ({
  createChdbConnection: () => ({
    command: () => Promise.resolve({}),
    query: () => Promise.resolve({ answered: true }),
    close: () => Promise.resolve(),
    chdb: {
      queryStream: () => ({
        [Symbol.asyncIterator]: () => {
          let given = 0;
          return {
            next: () =>
              Promise.resolve(
                (given += 1) > 1
                  ? { done: true, value: undefined }
                  : { done: false, value: { raw: () => Buffer.from('piece') } },
              ),
            return: () => Promise.reject(new Error('cannot be let go of')),
          };
        },
      }),
    },
  }),
}));

it('a lane is free again after an answer that failed at its end', async () => {
  const lane = await Lane.open({
    directory: 'nowhere',
    database: 'default',
    width: 1,
    streamed: true,
    settings: {},
  });
  for (let asked = 0; asked < 2; asked += 1) {
    const { stream } = await lane.query({ query: 'SELECT 1 FORMAT JSONEachRow' });
    await expect(stream.toArray()).rejects.toThrow('cannot be let go of');
  }
  await lane.close();
});
