import { constantFrom, integer, option, record } from 'fast-check';
import type { Valuation } from '#schemas/api/analysis.ts';
import type { Snapshot } from '#schemas/snapshot.ts';
import { CONDITIONS } from '#schemas/vocabulary.ts';
import {
  createEvaluator,
  type Evaluator,
  type ValuationRequest,
} from '#domain/valuation/evaluate.ts';
import { drawMarket } from './market.ts';
import { plainNames } from './names.ts';
import { snapshotOf } from './snapshot.ts';

/** The market that the laws of valuations are tried on. */
export const lawfulUnits = drawMarket({ units: 2_000, seed: 5 });

let fitted: { plain: Evaluator; corrected: Evaluator } | undefined;

/** Evaluators of that market, as it is and with estimates corrected much; fitted once a process. */
export function lawfulEvaluators(): { plain: Evaluator; corrected: Evaluator } {
  if (fitted === undefined) {
    const snapshot = snapshotOf(lawfulUnits);
    fitted = {
      plain: createEvaluator(snapshot, plainNames),
      corrected: createEvaluator(withCorrections(snapshot), plainNames),
    };
  }
  return fitted;
}

/** The same where estimates are corrected much, new and used in opposite ways. */
function withCorrections(snapshot: Snapshot): Snapshot {
  const { valuation } = snapshot;
  const correction = (sign: 1 | -1) => ({
    logPrices: [5_000, 20_000, 50_000, 100_000].map(Math.log),
    added: [0.5, -0.2, 0.3, -0.3].map((added) => sign * added),
  });
  const { new: ofNew, used } = valuation.calibration;
  return {
    ...snapshot,
    valuation: {
      ...valuation,
      calibration: {
        new: { ...ofNew, correction: correction(-1) },
        used: { ...used, correction: correction(1) },
      },
    },
  };
}

/** @throws Error where it is refused */
export const valueBy = (by: Evaluator, request: ValuationRequest): Valuation => {
  const answer = by.value(request);
  if ('refused' in answer) throw new Error(answer.message);
  return answer;
};
const makes = constantFrom('make-0', 'make-1', 'make-2', 'make-3', 'make-4', 'make-5');
const models = constantFrom('line0', 'line1 2600BH', 'line2 2100RB', 'line3 9999', 'unseen 2600BH');
/** Whatever may be asked of that market, names nobody lists among it. */
export const anyRequest = record({
  make: makes,
  model: models,
  year: integer({ min: 1990, max: 2027 }),
  condition: constantFrom(...CONDITIONS),
  mileage: option(integer({ min: 0, max: 300_000 }), { nil: undefined }),
  state: constantFrom(undefined, 'TX', 'CA'),
});
