import express from 'express';
import request from 'supertest';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineCall } from '#schemas/api/call.ts';
import { keptRoute } from './kept-route.ts';

const shout = defineCall('GET /api/shout', {
  summary: 'A word, loud',
  query: z.object({ mark: z.enum(['!', '?']).default('!') }),
  response: z.object({
    text: z
      .string()
      .regex(/^[a-z]/)
      .toUpperCase(),
  }),
});

/** What the answers follow from, and how often one was made. */
function shouting(word: string) {
  const state = { source: { word }, made: 0 };
  const { handle } = keptRoute(shout, {
    source: () => state.source,
    which: ({ query }) => query.mark,
    make: ({ word: text }, mark) => {
      state.made += 1;
      return { text: `${text}${mark}` };
    },
  });
  const app = express().get(shout.path, handle);
  return { state, ask: (path = shout.path) => request(app).get(path) };
}

it('makes and checks an answer once, however many ask', async () => {
  const { state, ask } = shouting('hey');
  const answers = [await ask(), await ask(), await ask()];
  for (const { body, type } of answers) {
    expect(body).toEqual({ text: 'HEY!' });
    expect(type).toBe('application/json');
  }
  expect(state.made).toBe(1);
});

it('tells the answers of one source apart', async () => {
  const { ask } = shouting('hey');
  await ask();
  expect((await ask(`${shout.path}?mark=?`)).body).toEqual({ text: 'HEY?' });
  expect((await ask()).body).toEqual({ text: 'HEY!' });
});

it('answers anew from a new source', async () => {
  const { state, ask } = shouting('hey');
  const { headers } = await ask();
  state.source = { word: 'ho' };
  const answer = await ask().set('If-None-Match', headers['etag'] ?? '');
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({ text: 'HO!' });
});

it('says that an answer is still the same', async () => {
  const { ask } = shouting('hey');
  const { headers } = await ask();
  const again = await ask().set('If-None-Match', headers['etag'] ?? '');
  expect(again.status).toBe(304);
  expect(again.text).toBe('');
});

it('keeps no answer that breaks the contract', async () => {
  const { state, ask } = shouting('3');
  expect((await ask()).status).toBe(500);
  state.source.word = 'hey';
  expect((await ask()).body).toEqual({ text: 'HEY!' });
});
