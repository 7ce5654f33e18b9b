/** Of one folder, in this process. */
interface Gate {
  writes: Set<Promise<unknown>>;
  /** Openings that wait or are under way. */
  openings: Set<Promise<unknown>>;
}

const gates = new Map<string, Gate>();

/**
 * Opens an LMDB environment while no write of this process is under way in its folder. Opening takes LMDB's lock of
 * writers on the event loop's own thread; a write that has it already waits for that thread, and neither would end.
 * @param work without an await before the lock is taken
 */
export async function whileNoneWrites<T>(folder: string, work: () => T): Promise<T> {
  const gate = gateOf(folder);
  const opening = Promise.allSettled([...gate.writes, ...gate.openings]).then(work);
  gate.openings.add(opening);
  try {
    return await opening;
  } finally {
    gate.openings.delete(opening);
    forget(folder, gate);
  }
}

/** Writes once whoever opens the folder in this process has done so. */
export async function whileNoneOpens<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const gate = gateOf(folder);
  // Counted from now on: whoever comes to open waits for it.
  const write = gate.openings.size === 0 ? work() : Promise.allSettled(gate.openings).then(work);
  gate.writes.add(write);
  try {
    return await write;
  } finally {
    gate.writes.delete(write);
    forget(folder, gate);
  }
}

function gateOf(folder: string): Gate {
  const gate = gates.get(folder) ?? { writes: new Set(), openings: new Set() };
  gates.set(folder, gate);
  return gate;
}

function forget(folder: string, { writes, openings }: Gate): void {
  if (writes.size === 0 && openings.size === 0) gates.delete(folder);
}
