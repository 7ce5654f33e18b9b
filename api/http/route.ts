import type { RequestHandler } from 'express';
import type { Call } from '#schemas/api/call.ts';
import { serveCall, type CallHandler } from './serve-call.ts';

/** A call with what answers it: what a resource file gives the app. */
export interface Route {
  call: Call;
  handle: RequestHandler;
}

export function route<C extends Call>(call: C, handler: CallHandler<C>): Route {
  return { call, handle: serveCall(call, handler) };
}
