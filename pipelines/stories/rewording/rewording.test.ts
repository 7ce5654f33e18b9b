import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { namesIn } from '../check/names.ts';
import { tellStories } from '../tell-stories.ts';
import { madeUpFacts } from '../testing/made-up-facts.ts';
import { rewordByEndpoint, type Limits } from './endpoint.ts';
import { whyNotKept } from './keeps-facts.ts';
import { wordingOf, type Wording } from './reword.ts';

const facts = madeUpFacts(4, {
  trend: { 'class-a': 0.08 },
  season: { market: { month: 4, size: 0.02 } },
  comparison: { 'region/market/West': 9, 'days/fifth-wheel/used': 8, 'interest/jayco': 8 },
});
const names = namesIn(facts);
const texts = tellStories(facts).stories.map(({ text }) => wordingOf(text));

const TEXT: Wording = {
  title: 'Asking prices of Class A motorhomes have climbed 8.3% in 36 months',
  summary:
    'Like for like, asking prices of Class A motorhomes rose 8.3% from October 2023 to October 2026.',
  narrative: 'The mix of what is for sale cannot have done this. It rests on 14,800 listings.',
  keyInsights: ['Class A motorhomes ask 8.3% more than 36 months ago.'],
  recommendations: ['Buyers: bargain now. Waiting has not paid in these 36 months.'],
};
const GOOD: Wording = {
  title: 'For Class A motorhomes asking prices gained 8.3% in 36 months',
  summary:
    'Asking prices of Class A motorhomes, compared like for like, went up 8.3% from October 2023 to October 2026.',
  narrative:
    'A changing mix of what is for sale cannot have done this. There are 14,800 listings behind it.',
  keyInsights: ['Sellers of Class A motorhomes ask 8.3% more than 36 months ago.'],
  recommendations: ['Buyers do well to bargain now. Waiting has not paid in these 36 months.'],
};

describe('a proposed wording', () => {
  it('may stand where it says the same in other words', () => {
    expect(whyNotKept(TEXT, GOOD, names)).toBeUndefined();
  });

  it('may be the text itself, for every story there is', () => {
    expect(texts.length).toBeGreaterThan(3);
    for (const text of texts) expect(whyNotKept(text, text, names)).toBeUndefined();
  });

  it.each<[string, Partial<Wording>]>([
    ['changes a number', { title: 'Asking prices of Class A motorhomes have climbed 8.4% in 36 months' }],
    ['rounds a number', { title: 'Asking prices of Class A motorhomes have climbed 8% in 36 months' }],
    ['blurs a number', { title: 'Asking prices of Class A motorhomes have climbed almost 8.3% in 36 months' }],
    ['stretches a number', { title: 'Asking prices of Class A motorhomes have climbed well over 8.3% in 36 months' }],
    ['changes a unit', { title: 'Asking prices of Class A motorhomes have climbed 8.3 points in 36 months' }],
    ['spells a number out', { title: 'Asking prices of Class A motorhomes have climbed 8.3% in thirty-six months' }],
    ['adds a number', { narrative: 'The mix of what is for sale cannot have done this. It rests on 14,800 listings of 50 states.' }],
    ['adds a number in words', { narrative: 'The mix of what is for sale cannot have done this twice. It rests on 14,800 listings.' }],
    ['adds a fraction in words', { narrative: 'The mix of what is for sale cannot have done half of this. It rests on 14,800 listings.' }],
    ['adds a manifold', { narrative: 'The mix of what is for sale cannot have done this tenfold. It rests on 14,800 listings.' }],
    ['writes a number in other digits', { narrative: 'The mix of what is for sale cannot have done this. It rests on 14,800 listings, ½ of them.' }],
    ['drops a number', { narrative: 'The mix of what is for sale cannot have done this. It rests on many listings.' }],
    ['changes two numbers over', { title: 'Asking prices of Class A motorhomes have climbed 36% in 8.3 months' }],
    ['changes a name', { title: 'Asking prices of Class B motorhomes have climbed 8.3% in 36 months' }],
    ['adds a name it knows', { keyInsights: ['Class A motorhomes in the West ask 8.3% more than 36 months ago.'] }],
    ['adds a name from nowhere', { keyInsights: ['Class A motorhomes by Acme ask 8.3% more than 36 months ago.'] }],
    ['begins with a name from nowhere', { recommendations: ['Acme buyers: bargain now. Waiting has not paid in these 36 months.'] }],
    ['drops a name', { keyInsights: ['Sellers ask 8.3% more than they did 36 months ago.'] }],
    ['changes the months over', { summary: 'Like for like, asking prices of Class A motorhomes rose 8.3% from October 2026 to October 2023.' }],
    ['turns a direction', { title: 'Asking prices of Class A motorhomes have slipped 8.3% in 36 months' }],
    ['drops a direction', { title: 'Asking prices of Class A motorhomes: a change of 8.3% in 36 months' }],
    ['adds a direction', { narrative: 'A higher demand and the mix of what is for sale cannot have done this. It rests on 14,800 listings.' }],
    ['adds a superlative', { narrative: 'The mix of what is for sale cannot have done this, the largest of all. It rests on 14,800 listings.' }],
    ['drops a negation', { recommendations: ['Buyers: bargain now. Waiting has paid in these 36 months.'] }],
    ['adds a negation', { keyInsights: ['Class A motorhomes do not ask 8.3% more than 36 months ago.'] }],
    ['adds markup', { title: '<b>Asking prices of Class A motorhomes have climbed 8.3% in 36 months</b>' }],
    ['adds a link', { narrative: 'The mix of what is for sale cannot have done this. It rests on 14,800 listings, see https://example.com.' }],
    ['hides a character', { narrative: 'The mix of what is for sale cannot have done this.\u202E It rests on 14,800 listings.' }],
    ['runs on', { title: `Asking prices of Class A motorhomes have climbed 8.3% in 36 months${', and on'.repeat(20)}` }],
    ['is empty', { title: '' }],
    ['drops an item', { keyInsights: [] }],
    ['adds an item', { recommendations: [...TEXT.recommendations, 'Buy now.'] }],
  ])('is thrown away where it %s', (_what, change) => {
    expect(whyNotKept(TEXT, { ...TEXT, ...change }, names)).toEqual(expect.any(String));
  });
}); // prettier-ignore

describe('words of its own', () => {
  const SINCE: Wording = {
    title: 'Asking prices rose 4% since May.',
    summary: 'Asking prices rose 4% since May.',
    narrative: 'It was counted in monthly readings and shown once a day.',
    keyInsights: [],
    recommendations: [],
  };

  it.each([
    ['an address', 'Asking prices rose 4% since May, see rv-deals.example now.'],
    ['an address with a path', 'Asking prices rose 4% since May; visit rv.io/x'],
    ['a claim that is on no list', 'Asking prices collapsed? they rose 4% since May.'],
    ['another unit of time', 'Asking prices rose 4% a day since May.'],
    ['the same in an adverb', 'Asking prices rose 4% monthly since May.'],
    ['a slander', 'Asking prices stagnated, rose 4% since May, dealers lie to you.'],
  ])('throw a wording away that has %s', (_what, title) => {
    expect(whyNotKept(SINCE, { ...SINCE, title }, names)).toEqual(expect.any(String));
  });

  it('are plain ones where the text’s do not suffice', () => {
    const title = 'Since May sellers have asked 4% more.';
    expect(
      whyNotKept(SINCE, { ...SINCE, title: 'What sellers ask rose by 4% since May.' }, names),
    ).toBeUndefined();
    // Another order of the facts is another text.
    expect(whyNotKept(SINCE, { ...SINCE, title }, names)).toEqual(expect.any(String));
  });
});

/** Sentences as stories have them. */
const SAID = {
  rise: 'Asking prices of Class A motorhomes rose 8.6% in 36 months.',
  range:
    'It rests on 14,800 monthly readings of listings; the true change is probably between 7.6% and 9.4%.',
  chance: 'The months point the same way often enough that chance is a poor explanation.',
  advice: 'Buyers: bargain now. Waiting these 36 months has not paid.',
  place: 'It is the place and not the mix; it rests on 2,000 units there.',
  season: 'It is what the calendar does each year; the course of the market is taken out.',
  share: 'The share of visits that Jayco drew has grown to 14%, against 9.9% in the year before.',
  gap: 'A new unit among fifth wheels asks 21% over a used unit of the same model year, against 10% for other types.',
  twice: 'Used units in the West ask 3.0% less than used units elsewhere.',
  look: 'If you buy, look at used units in the West; sellers there ask 3.0% less than the mean.',
} as const;
const whyNot = (said: keyof typeof SAID, summary: string) =>
  whyNotKept({ ...TEXT, summary: SAID[said] }, { ...TEXT, summary }, names);

describe('a sentence in plain words of its own', () => {
  it.each<[keyof typeof SAID, string]>([
    ['rise', 'Asking prices of Class A motorhomes rose by half in 36 months.'],
    ['rise', 'Asking prices of Class A motorhomes doubled in 36 months.'],
    ['rise', 'Asking prices of Class A motorhomes rose a third in 36 months.'],
    ['rise', 'Asking prices of Class A motorhomes rose ~8.6% in 36 months.'],
    ['rise', 'Asking prices of Class A motorhomes rose ≈8.6% in 36 months.'],
    ['rise', 'Asking prices of Class A motorhomes rose 8.6% in 36 months 📉.'],
    ['rise', 'Asking prices of Class A motorhomes rose 8.6% in 36 months ↓.'],
    ['rise', 'Asking prices of Class A motorhomes rose 8<b>.6%</b> in 36 months.'],
    ['rise', 'Asking prices of Class A motorhomes rose ８.6% in 36 months.'],
    ['rise', 'Asking prices of Class A motorhomes rose 8\u0336.6% in 36 months.'],
    ['rise', 'Have asking prices of Class A motorhomes risen 8.6% in 36 months?'],
    ['rise', 'Asking prices of Class A motorhomes will rise 8.6% in 36 months.'],
    ['rise', 'Asking prices of Class A motorhomes may have risen 8.6% in 36 months.'],
    ['rise', 'Asking prices of Class A motorhomes rise 8.6% in 36 months from now.'],
    ['rise', 'Asking prices of Class A motorhomes went up to 8.6% in 36 months.'],
    ['rise', 'Asking prices of Class A motorhomes rose to 8.6% in 36 months.'],
    ['rise', 'Asking prices of Class A motorhomes: more than 8.6% in 36 months.'],
    ['rise', 'Asking prices of Class A motorhomes rose 8.6% in 36 months or so.'],
    ['rise', 'Asking prices of Class A motorhomes and other RVs rose 8.6% in 36 months.'],
    ['rise', 'Selling prices of Class A motorhomes rose 8.6% in 36 months.'],
    ['rise', 'Listings of Class A motorhomes rose 8.6% in 36 months.'],
    ['rise', 'Buyers of Class A motorhomes rose 8.6% in 36 months.'],
    ['range', 'It rests on 14,800 buyers; the true change is probably between 7.6% and 9.4%.'],
    ['range', 'It rests on 14,800 listings; the true change is probably between 7.6% and 9.4%.'],
    ['range', 'It rests on 14,800 monthly readings of listings; the true change is between 7.6% and 9.4%.'],
    ['chance', 'The months point the same way often enough that chance is an explanation.'],
    ['advice', 'Buyers: do not bargain now. Waiting these 36 months has paid.'],
    ['advice', 'Sellers: bargain now. Waiting these 36 months has not paid.'],
    ['place', 'It is the mix and not the place; it rests on 2,000 units there.'],
    ['place', 'It is the place and not the mix; it rests on 2,000 sellers there.'],
    ['season', 'It is what the market does each year; the course of the calendar is taken out.'],
    ['share', 'The share of visits that Jayco drew has grown by 14%, against 9.9% in the year before.'],
    ['share', 'The share of visits in the year before that Jayco drew has grown to 14%, against 9.9%.'],
    ['gap', 'A used unit among fifth wheels asks 21% over a new unit of the same model year, against 10% for other types.'],
    ['look', 'If you sell, look at used units in the West; buyers there ask 3.0% less than the mean.'],
    ['look', 'If you buy, look at units in the West; sellers there ask 3.0% less than the mean.'],
    ['twice', 'Used units in the West ask 3.0% less than units elsewhere.'],
    ['twice', 'Units in the West ask 3.0% less than used units elsewhere.'],
  ])('is thrown away where it lies: of "%s", %s', (said, summary) => {
    expect(whyNot(said, summary)).toEqual(expect.any(String));
  });

  it.each<[keyof typeof SAID, string]>([
    ['rise', 'For Class A motorhomes, asking prices gained 8.6% in 36 months.'],
    ['rise', 'In Class A motorhomes asking prices went up by 8.6% in 36 months.'],
    ['rise', 'What is asked for Class A motorhomes has climbed 8.6 percent in 36 months.'],
    ['range', 'Behind it stand 14,800 monthly readings of listings, and the true change is probably between 7.6% and 9.4%.'],
    ['chance', 'These months point the same way often enough that chance is a poor explanation.'],
    ['advice', 'Buyers do well to bargain now: waiting these 36 months has not paid.'],
    ['place', 'It is the place, and not the mix, and there are 2,000 units behind it there.'],
    ['season', 'This is what the calendar does each year, and the course of the market is taken out.'],
    ['share', 'The share of visits which Jayco drew grew to 14%, compared with 9.9% in the year before.'],
    ['gap', 'A new unit among fifth wheels asks 21% over what a used unit of the same model year asks, against 10% for other types.'],
    ['twice', 'Used units in the West are asking 3.0% less than used units elsewhere.'],
    ['look', 'If you want to buy, look at used units in the West, where sellers ask 3.0% less than the mean.'],
  ])('may stand where it says the same: of "%s", %s', (said, summary) => {
    expect(whyNot(said, summary)).toBeUndefined();
  });
}); // prettier-ignore

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;
const servers: Server[] = [];
async function stub(answer: Answer): Promise<{ url: string; asked: { headers: IncomingMessage['headers']; path: string | undefined; body: string }[] }> {
  const asked: { headers: IncomingMessage['headers']; path: string | undefined; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      asked.push({ headers: request.headers, path: request.url, body });
      answer(request, response, body);
    });
  });
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`, asked };
} // prettier-ignore
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

const saying =
  (content: string): Answer =>
  (_request, response) =>
    void response.end(JSON.stringify({ choices: [{ message: { content } }] }));
const KEY = 'sk-very-secret';
const never = new AbortController().signal;
const LIMITS: Limits = { timeoutMs: 5_000, maxBytes: 4_096 };
const askAt = (url: string, limits = LIMITS, key: string | undefined = KEY) =>
  rewordByEndpoint({ url, key, model: 'some-model' }, limits)(TEXT, never);

describe('an OpenAI-compatible endpoint', () => {
  it('is asked for the wording alone, with the key, and its answer is a proposal', async () => {
    const { url, asked } = await stub(saying(JSON.stringify(GOOD)));
    expect(await askAt(url)).toEqual(GOOD);
    const [{ headers, path, body } = { headers: {}, path: '', body: '{}' }] = asked;
    expect(path).toBe('/v1/chat/completions');
    expect(headers.authorization).toBe(`Bearer ${KEY}`);
    const sent = JSON.parse(body) as {
      model: string;
      messages: { role: string; content: string }[];
    };
    expect(sent.model).toBe('some-model');
    expect(JSON.parse(sent.messages.at(-1)?.content ?? '')).toEqual(TEXT);
  });

  it('gets no authorisation where there is no key', async () => {
    const { url, asked } = await stub(saying(JSON.stringify(GOOD)));
    await rewordByEndpoint({ url, key: undefined, model: 'm' }, LIMITS)(TEXT, never);
    expect(asked[0]?.headers.authorization).toBeUndefined();
  });

  it.each<[string, Answer, string, boolean]>([
    ['no JSON', (_request, response) => void response.end('<html>busy</html>'), 'not what was asked for', false],
    ['JSON of another kind', (_request, response) => void response.end('{"choices":[]}'), 'not what was asked for', false],
    ['prose for JSON', saying('Sure! Here is the text.'), 'not what was asked for', false],
    ['a list for a text', saying('{"title":["a"]}'), 'not what was asked for', false],
    ['nothing', (_request, response) => void response.end(), 'not what was asked for', false],
    ['without end', (_request, response) => void response.end('x'.repeat(5_000)), 'longer than 4096 bytes', false],
    ['500', (_request, response) => void response.writeHead(500).end(`the key was ${KEY}`), 'it answered 500', true],
    ['401', (_request, response) => void response.writeHead(401).end(), 'it answered 401', true],
    ['by breaking off', (request) => void request.socket.destroy(), 'cannot be reached', true],
  ])('that answers %s gives no proposal, and says so without the key', async (_what, answer, why, isAway) => {
    const { url } = await stub(answer);
    const failure = await askAt(url).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'rewording_failed', isAway });
    expect((failure as Error).message).toContain(why);
    expect(JSON.stringify([failure, String(failure), (failure as Error).stack])).not.toContain(KEY);
  }); // prettier-ignore

  it('is not followed elsewhere, where the key would go with it', async () => {
    const elsewhere = await stub(saying(JSON.stringify(GOOD)));
    const { url } = await stub(
      (_request, response) =>
        void response.writeHead(307, { Location: `${elsewhere.url}chat/completions` }).end(),
    );
    await expect(askAt(url)).rejects.toMatchObject({ isAway: true });
    expect(elsewhere.asked).toEqual([]);
  });

  it('that hangs is given up, before it answers and in mid-answer', async () => {
    const silent = await stub(() => undefined);
    const halting = await stub((_request, response) => void response.write('{"choices":'));
    const hasty = { ...LIMITS, timeoutMs: 100 };
    for (const { url } of [silent, halting])
      await expect(askAt(url, hasty)).rejects.toMatchObject({
        message: 'it did not answer in time',
        isAway: true,
      });
  });
});
