import { describe, expect, it } from 'vitest';
import { Turns } from './turns.ts';

const BUSY = 'Please come back later.';
const here = { destroyed: false };

/** Work that ends when it is let, and what was done so far. */
function slowWork() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const done: string[] = [];
  const work = (name: string) => async () => {
    await promise;
    done.push(name);
    return name;
  };
  return { work, done, end: resolve };
}

describe('turns', () => {
  it('come one after the other', async () => {
    const turns = new Turns({ atOnce: 1, waiting: 2, busy: BUSY });
    const { work, end } = slowWork();
    const answers = ['first', 'second', 'third'].map((name) => turns.take(here, work(name)));
    end();
    expect(await Promise.all(answers)).toEqual(['first', 'second', 'third']);
  });

  it('are refused at once past so many waiting, and given again once those had theirs', async () => {
    const turns = new Turns({ atOnce: 1, waiting: 1, busy: BUSY });
    const { work, end } = slowWork();
    const kept = [turns.take(here, work('first')), turns.take(here, work('second'))];
    await expect(turns.take(here, work('third'))).rejects.toMatchObject({
      status: 503,
      code: 'busy',
      message: BUSY,
    });
    end();
    await Promise.all(kept);
    expect(await turns.take(here, work('fourth'))).toBe('fourth');
  });

  it('of those who have gone are left out', async () => {
    const turns = new Turns({ atOnce: 1, waiting: 2, busy: BUSY });
    const { work, done, end } = slowWork();
    const client = { destroyed: false };
    const first = turns.take(here, work('first'));
    const gone = turns.take(client, work('gone'));
    client.destroyed = true;
    end();
    await expect(gone).rejects.toMatchObject({ code: 'gone' });
    await first;
    expect(done).toEqual(['first']);
  });

  it('go on after work that failed', async () => {
    const turns = new Turns({ atOnce: 1, waiting: 1, busy: BUSY });
    const failed = turns.take(here, () => Promise.reject(new Error('no')));
    await expect(failed).rejects.toThrow('no');
    expect(await turns.take(here, async () => 'next')).toBe('next');
  });
});
