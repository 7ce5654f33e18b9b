import { describe, expect, it, vi } from 'vitest';
import { logout } from '#schemas/api/account.ts';
import { comprehensiveAnalysis } from '#schemas/api/analysis.ts';
import { rvMakes, rvModelsOfMake } from '#schemas/api/catalogue.ts';
import { searchListings } from '#schemas/api/listings.ts';
import { valuationReport } from '#schemas/api/report.ts';
import { TOO_SLOW } from '../content/brand.ts';
import { createClient } from './client.ts';
import { ApiFailure, ConnectionFailure, MalformedAnswer, reasonOf } from './failures.ts';

interface Sent {
  url: string;
  init: RequestInit;
}

/** A client whose server gives one answer and remembers what it was asked. */
function clientOf(give: () => Response | Promise<Response>, pageOwner: string | null = null) {
  const sent: Sent[] = [];
  const marks: string[] = [];
  const client = createClient({
    fetch: async (input, init) => {
      sent.push({ url: input as string, init: init ?? {} });
      return give();
    },
    pageOwner: () => pageOwner,
    onMarketMark: (mark) => marks.push(mark),
    onServerDate: vi.fn(),
  });
  return { client, sent, marks };
}

const json = (body: unknown, init?: ResponseInit) => () => Response.json(body, init);

describe('the client', () => {
  it('gives the answer as the contract parses it, and sends credentials', async () => {
    const jayco = { id: 'jayco', name: 'Jayco', aliases: ['Jay Co'], listings: 3 };
    const { client, sent } = clientOf(json([{ ...jayco, more: 1 }]));
    expect(await client(rvMakes, {})).toEqual([jayco]);
    expect(sent[0]?.init.credentials).toBe('include');
  });

  it('says for whom something is to be changed', async () => {
    const asked = async (pageOwner: string | null) => {
      const { client, sent } = clientOf(json({ message: 'x' }), pageOwner);
      await client(logout, {});
      return new Headers(sent[0]?.init.headers).get('X-Signed-In-As');
    };
    expect([await asked('ada'), await asked(null)]).toEqual(['ada', null]);
    const { client, sent } = clientOf(json([]), 'ada');
    await client(rvMakes, {});
    expect(new Headers(sent[0]?.init.headers).has('X-Signed-In-As')).toBe(false);
  });

  it('encodes what goes into the path', async () => {
    const { client, sent } = clientOf(json([]));
    await client(rvModelsOfMake, { params: { make: 'A/B & Co?' } });
    expect(sent[0]?.url).toBe('/api/rv-models/A%2FB%20%26%20Co%3F');
  });

  it('leaves empty query values out', async () => {
    const { client, sent } = clientOf(json({ listings: [], total: 0 }));
    await client(searchListings, { query: { make: 'Jayco', model: '', limit: 10 } });
    expect(sent[0]?.url).toBe('/api/rv-listings/search?make=Jayco&limit=10');
  });

  it('sends a body as JSON', async () => {
    const { client, sent } = clientOf(json({}, { status: 500 }));
    const body = { make: 'Jayco', model: 'Eagle', year: 2020 };
    await expect(client(comprehensiveAnalysis, { body })).rejects.toBeInstanceOf(ApiFailure);
    expect(sent[0]?.init.body).toBe(JSON.stringify(body));
    expect(sent[0]?.init.headers).toMatchObject({ 'Content-Type': 'application/json' });
  });

  it('gives an answer that is a file as its bytes', async () => {
    const { client, sent } = clientOf(() => new Response('%PDF-1.7'));
    const body = { make: 'Jayco', model: 'Eagle', year: 2020 };
    const bytes = await client(valuationReport, { body });
    expect(new TextDecoder().decode(bytes)).toBe('%PDF-1.7');
    expect(sent[0]?.init.headers).toMatchObject({ Accept: 'application/pdf' });
    const refused = clientOf(json({ code: 'premium_only', message: 'Premium.' }, { status: 403 }));
    await expect(refused.client(valuationReport, { body })).rejects.toMatchObject({
      reason: 'Premium.',
    });
  });

  it('tells which market an answer came from, and nothing where it is not a market answer', async () => {
    const marked = clientOf(json([], { headers: { 'X-Market-Data': 'sample' } }));
    await marked.client(rvMakes, {});
    expect(marked.marks).toEqual(['sample']);
    const plain = clientOf(json([]));
    await plain.client(rvMakes, {});
    expect(plain.marks).toEqual([]);
  });

  it('throws the status and body of a refusal', async () => {
    const { client } = clientOf(json({ code: 'x', message: 'No.' }, { status: 422 }));
    await expect(client(rvMakes, {})).rejects.toThrow('422: {"code":"x","message":"No."}');
  });

  it.each([
    ['is no JSON', () => new Response('<html>')],
    ['breaks the contract', json([{ id: 1 }])],
  ])('refuses an answer that %s', async (_, give) => {
    await expect(clientOf(give).client(rvMakes, {})).rejects.toBeInstanceOf(MalformedAnswer);
  });

  it('names the first fault alone of an answer that is wrong in each of its items', async () => {
    const { client } = clientOf(
      json({ listings: Array.from({ length: 1_000 }, Object), total: 0 }),
    );
    await expect(client(searchListings, {})).rejects.toThrow(
      /^\/api\/rv-listings\/search answered against its contract:(?!.*"code".*"code").*"listings"/s,
    );
  });

  it('says that no answer came', async () => {
    const { client } = clientOf(() => Promise.reject(new TypeError('fetch failed')));
    await expect(client(rvMakes, {})).rejects.toBeInstanceOf(ConnectionFailure);
  });

  it('leaves the caller’s own abort an abort', async () => {
    const controller = new AbortController();
    const { client } = clientOf(() => {
      controller.abort();
      return Promise.reject(controller.signal.reason as Error);
    });
    await expect(client(rvMakes, {}, controller.signal)).rejects.toMatchObject({
      name: 'AbortError',
    });
  });

  describe('that waits', () => {
    /** Rejects once it is given up. */
    const givenUp = (signal?: AbortSignal | null) =>
      new Promise<never>((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
      });
    const hanging = {
      'for an answer': (init?: RequestInit) => givenUp(init?.signal),
      'for the rest of an answer': async (init?: RequestInit) =>
        Object.assign(Response.json([]), { arrayBuffer: () => givenUp(init?.signal) }),
    };

    it.each(Object.entries(hanging))(
      '%s gives up after a minute, and says so',
      async (_, fetch) => {
        vi.useFakeTimers();
        try {
          const client = createClient({
            fetch: (_url, init) => fetch(init),
            pageOwner: () => null,
            onMarketMark: vi.fn(),
            onServerDate: vi.fn(),
          });
          const failed = vi.fn();
          const call = client(rvMakes, {}).catch(failed);
          await vi.advanceTimersByTimeAsync(59_999);
          expect(failed).not.toHaveBeenCalled();
          await vi.advanceTimersByTimeAsync(1);
          await call;
          const [error] = failed.mock.calls[0] ?? [];
          expect(error).toBeInstanceOf(ConnectionFailure);
          expect(reasonOf(error, 'fallback')).toBe(TOO_SLOW);
        } finally {
          vi.useRealTimers();
        }
      },
    );

    it('no longer leaves nothing to wait for', async () => {
      vi.useFakeTimers();
      try {
        await clientOf(json([])).client(rvMakes, {});
        expect(vi.getTimerCount()).toBe(0);
      } finally {
        vi.useRealTimers();
      }
    });
  });
});
