/**
 * How a step ends. Outcomes are values: a step never touches the log or the warehouse, and only the
 * runner knows what becomes of each.
 */
export type Outcome<T> =
  | Ok<T>
  | DeadLettered
  /** Understood and not wanted (a boat, a Canadian price): counted by reason. */
  | { kind: 'drop'; reason: string }
  /** Not now: a part we depend on is away. The runner waits and offers the same event again. */
  | { kind: 'retry'; reason: string };

export interface Ok<T> {
  kind: 'ok';
  value: T;
}

/** Cannot be understood: kept with its bytes, may be redriven after a fix. */
export interface DeadLettered {
  kind: 'dead-letter';
  reason: string;
  detail: string;
}

export const ok = <T>(value: T): Ok<T> => ({ kind: 'ok', value });
export const deadLetter = (reason: string, detail: string): DeadLettered => ({
  kind: 'dead-letter',
  reason,
  detail,
});
export const drop = (reason: string): Outcome<never> => ({ kind: 'drop', reason });
export const retry = (reason: string): Outcome<never> => ({ kind: 'retry', reason });

/** One named step: takes what it needs, returns it with what it found out added. */
export type Step<In, Out> = (input: In) => Outcome<Out>;
