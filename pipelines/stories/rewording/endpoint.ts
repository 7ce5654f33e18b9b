import { z } from 'zod';
import { RewordingFailed, wording, type Reword } from './reword.ts';

export interface Endpoint {
  /** Base of an OpenAI-compatible API, `https://host/v1`. */
  url: string;
  /** Never logged, and sent to no other address: redirects are refused. */
  key: string | undefined;
  model: string;
}

export interface Limits {
  timeoutMs: number;
  maxBytes: number;
}
const LIMITS: Limits = { timeoutMs: 20_000, maxBytes: 65_536 };

const INSTRUCTION = [
  'You reword short texts about the market of recreational vehicles in plain, friendly English.',
  'Answer with one JSON object of the same keys and the same lengths of lists, and nothing else.',
  'Keep every number with its unit, every name, month and direction as it is and in the same order, sentence by sentence.',
  'Use the words of the sentence in their order and small plain words, no others: whatever else is thrown away.',
  'Keep who buys and who sells, and words that limit what is said, such as probably, median, new and used.',
  'Add no number, name, direction, comparison, cause, markup or link. Keep negations. Keep about the same length.',
].join(' ');

const answer = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
});

/** A language model behind an OpenAI-compatible API as one who proposes other words. */
export function rewordByEndpoint({ url, key, model }: Endpoint, limits = LIMITS): Reword {
  const address = `${url.replace(/\/+$/, '')}/chat/completions`;
  return async function rewordAtEndpoint(text, signal) {
    const response = await ask(address, {
      method: 'POST',
      // A redirect would carry the key elsewhere.
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(limits.timeoutMs)]),
      headers: {
        'Content-Type': 'application/json',
        ...(key !== undefined && { Authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify({
        model,
        temperature: 0.4,
        response_format: { type: 'json_object' },
        messages: [
          { role: 'system', content: INSTRUCTION },
          { role: 'user', content: JSON.stringify(text) },
        ],
      }),
    });
    const bytes = await readAtMost(response, limits.maxBytes);
    return parse(bytes);
  };
}

async function ask(address: string, request: RequestInit): Promise<Response> {
  const response = await fetch(address, request).catch((error: unknown) => {
    throw away(error);
  });
  if (response.ok) return response;
  await response.body?.cancel();
  throw new RewordingFailed(`it answered ${response.status}`, { isAway: true });
}

async function readAtMost(response: Response, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.length;
      // Leaving the loop cancels the rest.
      if (size > most) break;
      chunks.push(chunk);
    }
  } catch (error) {
    throw away(error);
  }
  if (size > most)
    throw new RewordingFailed(`its answer is longer than ${most} bytes`, { isAway: false });
  return Buffer.concat(chunks);
}

function parse(bytes: Buffer): z.output<typeof wording> {
  try {
    const { choices } = answer.parse(JSON.parse(bytes.toString('utf8')));
    return wording.parse(JSON.parse(choices[0]?.message.content ?? ''));
  } catch {
    throw new RewordingFailed('its answer is not what was asked for', { isAway: false });
  }
}

/** Of the error only its name: its message may hold the address, which may hold a password. */
function away(error: unknown): RewordingFailed {
  const name = error instanceof Error ? error.name : 'error';
  const why =
    name === 'TimeoutError' ? 'it did not answer in time' : `it cannot be reached (${name})`;
  return new RewordingFailed(why, { isAway: true });
}
