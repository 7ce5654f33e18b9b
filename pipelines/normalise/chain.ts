import type { Outcome, Step } from '../outcome.ts';

/**
 * Steps one after another, as a type that accumulates: each step takes what the ones before it found
 * out and adds its own. The first outcome that is not ok ends the chain.
 */
export interface Chain<In, Out> {
  step<Next>(next: Step<Out, Next>): Chain<In, Next>;
  run: Step<In, Out>;
}

export function begin<In>(): Chain<In, In> {
  return chainOf<In, In>([]);
}

function chainOf<In, Out>(steps: readonly Step<never, unknown>[]): Chain<In, Out> {
  return {
    step: <Next>(next: Step<Out, Next>) => chainOf<In, Next>([...steps, next]),
    run(input) {
      let outcome: Outcome<unknown> = { kind: 'ok', value: input };
      for (const step of steps) {
        outcome = step(outcome.value as never);
        if (outcome.kind !== 'ok') return outcome;
      }
      return outcome as Outcome<Out>;
    },
  };
}
