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

  it('has a part give up that is not stopped at the deadline, though another cannot', async () => {
    const lifecycle = new Lifecycle(logger, 20);
    const gaveUp: string[] = [];
    const never = (): Promise<void> => new Promise(() => {});
    lifecycle.onStop('store', never, async () => void gaveUp.push('store'));
    lifecycle.onStop('broken', never, () => Promise.reject(new Error('cannot give up')));
    expect(await lifecycle.stop()).toBe(false);
    expect(gaveUp).toEqual(['store']);
  });

  it('has nothing give up where all stopped in time', async () => {
    const lifecycle = new Lifecycle(logger);
    const gaveUp: string[] = [];
    lifecycle.onStop(
      'store',
      () => Promise.resolve(),
      async () => void gaveUp.push('store'),
    );
    expect(await lifecycle.stop()).toBe(true);
    expect(gaveUp).toEqual([]);
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

describe('a process that is asked to stop', () => {
  /** What a signal does, without sending one to the process of the tests. */
  function signalsOf(lifecycle: Lifecycle, exit: (code: number) => void) {
    const listening = (['SIGINT', 'SIGTERM'] as const).map((signal) => {
      const before = new Set(process.listeners(signal));
      return { signal, added: () => process.listeners(signal).filter((each) => !before.has(each)) };
    });
    lifecycle.stopOnSignals(exit);
    const [interrupt, terminate] = listening.map(({ signal, added }) => {
      const [listener] = added();
      if (listener === undefined) throw new Error(`nobody listens for ${signal}`);
      process.removeListener(signal, listener);
      return () => listener(signal);
    });
    if (interrupt === undefined || terminate === undefined) throw new Error('not both signals');
    return { interrupt, terminate };
  }

  it('lets go of its parts and ends with 0, with 1 where one did not stop cleanly', async () => {
    for (const [stop, expected] of [
      [() => Promise.resolve(), 0],
      [() => Promise.reject(new Error('cannot stop')), 1],
    ] as const) {
      const lifecycle = new Lifecycle(logger);
      lifecycle.onStop('part', stop);
      const ended = Promise.withResolvers<number>();
      signalsOf(lifecycle, ended.resolve).terminate();
      expect(await ended.promise).toBe(expected);
    }
  });

  it('ends when it is asked again, once its parts have given up', async () => {
    const lifecycle = new Lifecycle(logger);
    const said: (string | number)[] = [];
    const giveUp = async (): Promise<void> => void said.push('gave up');
    lifecycle.onStop('stuck', () => new Promise(() => {}), giveUp);
    const ended = Promise.withResolvers<void>();
    const { interrupt } = signalsOf(lifecycle, (code) => {
      said.push(code);
      ended.resolve();
    });
    interrupt();
    expect(said).toEqual([]);
    interrupt();
    await ended.promise;
    expect(said).toEqual(['gave up', 1]);
  });

  it('ends with 1 where a part failed by itself, once the others have stopped', async () => {
    const lifecycle = new Lifecycle(logger);
    const stopped: string[] = [];
    lifecycle.onStop('store', async () => void stopped.push('store'));
    const ended = Promise.withResolvers<number>();
    lifecycle.failWith(new Error('the log is gone'), ended.resolve);
    expect(await ended.promise).toBe(1);
    expect(stopped).toEqual(['store']);
  });

  it('takes no part that fails while it stops for a failure', async () => {
    const lifecycle = new Lifecycle(logger);
    const codes: number[] = [];
    const stopping = lifecycle.stop();
    lifecycle.failWith(new Error('closed under it'), (code) => void codes.push(code));
    await stopping;
    await new Promise(setImmediate);
    expect(codes).toEqual([]);
  });
});
