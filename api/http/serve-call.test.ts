import express from 'express';
import request from 'supertest';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineCall, type GoodStatus } from '#schemas/api/call.ts';
import { createLogger } from '#platform/logging.ts';
import { answerErrors } from './errors.ts';
import { route } from './route.ts';

/** What is answered where the contract knows some statuses and the handler sets one. */
async function answered(statuses: readonly GoodStatus[], set: number): Promise<number> {
  const call = defineCall('POST /api/wish', {
    summary: 'A wish',
    response: z.object({ heard: z.boolean() }),
    statuses,
  });
  const { handle } = route(call, ({ response }) => {
    response.status(set);
    return { heard: true };
  });
  const app = express()
    .post(call.path, handle)
    .use(answerErrors(createLogger('silent')));
  return (await request(app).post(call.path)).status;
}

it('answers with a status its contract knows, and takes any other for a fault of ours', async () => {
  expect(await answered([200, 202], 202)).toBe(202);
  expect(await answered([202], 202)).toBe(202);
  expect(await answered([200], 202)).toBe(500);
  expect(await answered([202], 200)).toBe(500);
});
