import express from 'express';
import request from 'supertest';
import { expect, it } from 'vitest';
import { createLogger } from '#platform/logging.ts';
import { WarehouseAway, WarehouseOverLimit } from '#warehouse/errors.ts';
import { answerErrors } from './errors.ts';

async function answerTo(error: Error) {
  const app = express();
  app.get('/', () => {
    throw error;
  });
  app.use(answerErrors(createLogger('silent')));
  return request(app).get('/');
}

it.each([new WarehouseAway('127.0.0.1 refuses'), new WarehouseOverLimit('memory')])(
  'says of a warehouse that gives no answer now when to come again, and nothing of it: %s',
  async (error) => {
    const { status, body, headers } = await answerTo(error);
    expect(status).toBe(503);
    expect(body).toEqual({
      code: 'market_unavailable',
      message: 'The market cannot be searched at this moment. Please try again in a minute.',
    });
    expect(headers['retry-after']).toBe('10');
  },
);

it('keeps the text of a fault of ours to itself', async () => {
  const { status, body, headers } = await answerTo(new Error('a secret'));
  expect(status).toBe(500);
  expect(JSON.stringify(body)).not.toContain('secret');
  expect(headers['retry-after']).toBeUndefined();
});
