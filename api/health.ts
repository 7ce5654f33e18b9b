import type { RequestHandler } from 'express';

export type PartState = 'ok' | 'starting' | 'down';
export interface Parts {
  log: PartState;
  warehouse: PartState;
  users: PartState;
  snapshot: PartState;
}

/** What does not change while the process runs. */
export interface HealthFacts {
  /** Who takes payments, of which only `stripe` takes money; `off`: nobody, and calls that pay answer 503. */
  payments?: 'stripe' | 'stripe-test' | 'sandbox' | 'off';
}

/**
 * 503 until the first snapshot is served, then 200: `ok`, or `degraded` while a part is down, since a
 * process that holds a snapshot goes on valuing and must not be taken out for it.
 */
export function healthCheck(parts: () => Parts, facts: HealthFacts = {}): RequestHandler {
  return (_request, response) => {
    const states = parts();
    const values = Object.values(states);
    const status = values.includes('starting')
      ? 'starting'
      : values.includes('down')
        ? 'degraded'
        : 'ok';
    response.status(status === 'starting' ? 503 : 200).json({ status, parts: states, ...facts });
  };
}
