/** How long a batch may hold the event loop before others get a turn. */
const TURN_MS = 15;

/** What is made of each item, in their order; others get a turn now and then. */
export async function inTurns<Item, Made>(
  items: readonly Item[],
  make: (item: Item) => Made | Promise<Made>,
): Promise<Made[]> {
  const made: Made[] = [];
  let turnEnds = performance.now() + TURN_MS;
  for (const item of items) {
    if (performance.now() > turnEnds) {
      await new Promise(setImmediate);
      turnEnds = performance.now() + TURN_MS;
    }
    made.push(await make(item));
  }
  return made;
}
