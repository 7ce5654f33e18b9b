import { afterEach, expect, it, vi } from 'vitest';
import { rvMakes } from '#schemas/api/catalogue.ts';
import { api } from './api.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const answering = () => {
  const asked = vi.fn(async () => Response.json([]));
  vi.stubGlobal('fetch', asked);
  return asked;
};

it('asks in a task of its own', async () => {
  const asked = answering();
  const tasks: (() => void)[] = [];
  vi.stubGlobal('scheduler', {
    postTask: <Answer>(ask: () => Answer) =>
      new Promise<Answer>((resolve) => {
        tasks.push(() => resolve(ask()));
      }),
  });
  const answer = api(rvMakes, {});
  expect({ tasks: tasks.length, asked: asked.mock.calls.length }).toEqual({ tasks: 1, asked: 0 });
  tasks[0]?.();
  expect(await answer).toEqual([]);
  expect(asked).toHaveBeenCalledOnce();
});

it('asks at once in a browser that has no such tasks', async () => {
  const asked = answering();
  const answer = api(rvMakes, {});
  expect(asked).toHaveBeenCalledOnce();
  expect(await answer).toEqual([]);
});
