/**
 * Works through items that appear on the way, several at a time, until there are none and none is
 * being worked on. After a failure no other is begun, and it is thrown when the last has ended.
 */
export async function workThrough<Item>(
  take: () => Item | undefined,
  work: (item: Item) => Promise<void>,
  workers: number,
): Promise<void> {
  let busy = 0;
  let failure: { error: unknown } | undefined;
  let settled = Promise.withResolvers<void>();
  const worker = async (): Promise<void> => {
    while (failure === undefined) {
      const item = take();
      if (item === undefined) {
        if (busy === 0) return;
        await settled.promise;
        continue;
      }
      busy += 1;
      try {
        await work(item);
      } catch (error) {
        failure ??= { error };
      }
      busy -= 1;
      settled.resolve();
      settled = Promise.withResolvers<void>();
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
  if (failure !== undefined) throw failure.error;
}
