import { describe, expect, it } from 'vitest';
import { Lifecycle } from './lifecycle.ts';
import { createLogger } from './logging.ts';

const logger = createLogger('silent');

describe('lifecycle', () => {
  it('lets go of parts in reverse order of opening', async () => {
    const stopped: string[] = [];
    const lifecycle = new Lifecycle(logger);
    for (const name of ['store', 'log', 'intake'])
      lifecycle.onStop(name, async () => {
        stopped.push(name);
      });
    expect(await lifecycle.stop()).toBe(true);
    expect(stopped).toEqual(['intake', 'log', 'store']);
  });

  it('stops what lets work in before all else, however early it was opened', async () => {
    const stopped: string[] = [];
    const lifecycle = new Lifecycle(logger);
    lifecycle.onStopFirst('http', async () => void stopped.push('http'));
    lifecycle.onStop('store', async () => void stopped.push('store'));
    await lifecycle.stop();
    expect(stopped).toEqual(['http', 'store']);
  });

  it('goes on past a part that fails, and says that it was not clean', async () => {
    const stopped: string[] = [];
    const lifecycle = new Lifecycle(logger);
    lifecycle.onStop('store', async () => {
      stopped.push('store');
    });
    lifecycle.onStop('broken', async () => {
      throw new Error('cannot stop');
    });
    expect(await lifecycle.stop()).toBe(false);
    expect(stopped).toEqual(['store']);
  });

  it('gives up at the deadline', async () => {
    const lifecycle = new Lifecycle(logger, 20);
    lifecycle.onStop('stuck', () => new Promise(() => {}));
    expect(await lifecycle.stop()).toBe(false);
  });

  it('stops once however often it is asked', async () => {
    let times = 0;
    const lifecycle = new Lifecycle(logger);
    lifecycle.onStop('part', async () => {
      times += 1;
    });
    await Promise.all([lifecycle.stop(), lifecycle.stop()]);
    expect(times).toBe(1);
  });
});
