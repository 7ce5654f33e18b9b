/** The current instant, passed in wherever time matters so that tests can set it. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** Milliseconds since the epoch as they are now, counted on from here: setting the machine's clock changes nothing. */
export function steadyClock(): () => number {
  const begun = Date.now() - performance.now();
  return () => begun + performance.now();
}
