/** How long a batch may hold the event loop before others get a turn. */
const TURN_MS = 15;

/**
 * What is made of each item, in their order; others get a turn now and then.
 * @throws the signal's reason once `stopping` is aborted
 */
export async function inTurns<Item, Made>(
  items: readonly Item[],
  stopping: AbortSignal,
  make: (item: Item) => Made | Promise<Made>,
): Promise<Made[]> {
  const made: Made[] = [];
  let turnEnds = performance.now() + TURN_MS;
  for (const item of items) {
    stopping.throwIfAborted();
    if (performance.now() > turnEnds) {
      await new Promise(setImmediate);
      turnEnds = performance.now() + TURN_MS;
    }
    made.push(await make(item));
  }
  return made;
}
