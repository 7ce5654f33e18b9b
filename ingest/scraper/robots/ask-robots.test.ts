import { describe, expect, it } from 'vitest';
import { FetchFailed, type PageAnswer } from '../fetch/fetcher.ts';
import type { StoredRobots } from '../site-records.ts';
import { createAskRobots } from './ask-robots.ts';

const origin = 'https://rv.example';
const answer = (status: number, body = '', headers: Record<string, string> = {}): PageAnswer => ({
  status,
  body: Buffer.from(body),
  headers: new Map(Object.entries(headers)),
});
const forbidding = answer(200, 'User-agent: *\nDisallow: /private');

/** Servers by address, what they were asked for, and a clock of its own. */
function asking(answers: Record<string, () => PageAnswer>) {
  const asked: string[] = [];
  const stored = new Map<string, StoredRobots>();
  let now = 0;
  const askRobots = createAskRobots({
    now: () => now,
    ask({ url }) {
      asked.push(url);
      const found = answers[url];
      return found === undefined
        ? Promise.reject(new FetchFailed('network', 'nobody there'))
        : Promise.resolve(found());
    },
    load: (one) => stored.get(one),
    save: (one, robots) => Promise.resolve(void stored.set(one, robots)),
    timeoutMs: 1_000,
  });
  const allows = async (path: string): Promise<boolean | 'unreachable'> => {
    const verdict = await askRobots(origin);
    return 'rules' in verdict ? verdict.rules.allows(origin + path) : 'unreachable';
  };
  return { asked, allows, stored, pass: (ms: number) => void (now += ms) };
}

describe('asking for a robots.txt', () => {
  it('follows five redirects, to other hosts too, whose rules are those of the first', async () => {
    const hop = (n: number) => [
      n === 0 ? `${origin}/robots.txt` : `https://cdn.example/${n}`,
      () => (n === 5 ? forbidding : answer(301, '', { location: `https://cdn.example/${n + 1}` })),
    ];
    const { asked, allows } = asking(
      Object.fromEntries([0, 1, 2, 3, 4, 5].map(hop)) as Record<string, () => PageAnswer>,
    );
    expect(await allows('/private')).toBe(false);
    expect(asked).toHaveLength(6);
  });

  it('gives up a sixth, as if there were none', async () => {
    const again = () => answer(302, '', { location: '/robots.txt' });
    const { asked, allows } = asking({ [`${origin}/robots.txt`]: again });
    expect(await allows('/private')).toBe(true);
    expect(asked).toHaveLength(6);
  });

  it('is done again where the server asks for less, three times at most', async () => {
    const codes = [429, 503];
    const { asked, allows } = asking({
      [`${origin}/robots.txt`]: () => answer(codes.shift() ?? 200, 'User-agent: *\nDisallow: /'),
    });
    expect(await allows('/')).toBe(false);
    const never = asking({ [`${origin}/robots.txt`]: () => answer(429) });
    expect(await never.allows('/')).toBe('unreachable');
    expect([asked.length, never.asked.length]).toEqual([3, 3]);
  });

  it('is done once a day, by those who come at once together', async () => {
    const { asked, allows, pass } = asking({ [`${origin}/robots.txt`]: () => forbidding });
    await Promise.all([allows('/a'), allows('/b'), allows('/private')]);
    pass(24 * 3_600_000 - 1);
    await allows('/c');
    expect(asked).toHaveLength(1);
    pass(1);
    await allows('/d');
    expect(asked).toHaveLength(2);
  });

  it('is done anew where it was noted by a clock that was set back since', async () => {
    const { asked, allows, stored } = asking({ [`${origin}/robots.txt`]: () => forbidding });
    stored.set(origin, { fetchedAt: 400 * 24 * 3_600_000, status: 404, body: '' });
    expect(await allows('/private')).toBe(false);
    expect(asked).toHaveLength(1);
  });

  it('of a server that cannot say is done anew after ten minutes', async () => {
    const answers: Record<string, () => PageAnswer> = {};
    const { asked, allows, pass } = asking(answers);
    expect([await allows('/'), await allows('/')]).toEqual(['unreachable', 'unreachable']);
    expect(asked).toHaveLength(1);
    answers[`${origin}/robots.txt`] = () => forbidding;
    pass(600_000);
    expect(await allows('/')).toBe(true);
  });
});
