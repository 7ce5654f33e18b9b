/**
 * Does a piece of work again and again, each time so long after the last ended. What it throws is
 * told, and the next time comes all the same.
 */
export function repeat(
  work: () => Promise<unknown>,
  everyMs: number,
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout;
  const next = (): void => {
    timer = setTimeout(() => {
      running = work()
        .then(() => undefined, onError)
        .finally(() => {
          if (!isStopped) next();
        });
    }, everyMs);
  };
  next();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
