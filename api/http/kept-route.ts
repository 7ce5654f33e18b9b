import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { Call } from '#schemas/api/call.ts';
import type { Route } from './route.ts';
import { inputOf, type CallInput } from './serve-call.ts';

interface KeptAnswer<C extends Call, Source extends object> {
  /** What the answer follows from, and nothing else: it is made anew with a new one. */
  source: () => Source;
  /** Tells the few answers of one source apart; one where left out. */
  which?: (input: CallInput<C>) => string | Promise<string>;
  make: (source: Source, which: string) => z.input<C['response']>;
}

/** An answer as it goes out. */
interface Written {
  body: Buffer;
  etag: string;
}

/**
 * A route whose answer is made, checked by its contract and written once for each source, however many
 * ask: what the market says of itself is large, and the same for everyone until the next snapshot.
 */
export function keptRoute<C extends Call, Source extends object>(
  call: C,
  { source, which = () => '', make }: KeptAnswer<C, Source>,
): Route {
  // An answer is gone with its source.
  const kept = new WeakMap<Source, Map<string, Written>>();
  return {
    call,
    async handle(request, response) {
      const input = inputOf(call, request, response);
      const key = await which(input);
      const from = source();
      const answers = kept.get(from) ?? new Map<string, Written>();
      const answer = answers.get(key) ?? write(call.response.parse(make(from, key)));
      kept.set(from, answers.set(key, answer));
      response.type('json').set('ETag', answer.etag).send(answer.body);
    },
  };
}

function write(answer: unknown): Written {
  const body = Buffer.from(JSON.stringify(answer));
  // Weak, since what goes out may be compressed.
  return { body, etag: `W/"${createHash('sha256').update(body).digest('base64url')}"` };
}
