import { createEvaluator, type Names, type ValuationRequest } from '#domain/valuation/evaluate.ts';
import { FORECAST_YEARS } from '#schemas/constants.ts';
import type { ValuationModel } from '#schemas/valuation-model.ts';
import { STATES } from '#schemas/vocabulary.ts';
import { comparableColumns } from '../../compute/comparables.ts';
import { createUnitTableBuilder, type UnitMonth } from '../unit-table.ts';
import { fitModel } from '../fit-model.ts';
import { isType, type Answer, type Query } from './query.ts';

const MS_PER_DAY = 86_400_000;
/** The evaluator takes states; any of a region stands for it. */
const STATE_OF = new Map<string, string>(STATES.map(({ code, region }) => [region, code]));

/** Our method, fitted to some unit months, answering through the evaluator that is served. */
export interface Fitted {
  model: ValuationModel;
  /** Undefined where it refuses. */
  answer(query: Query): Answer | undefined;
  /** Share of today's value that is left after ten years. */
  retained(query: Query): number | undefined;
}

export function fitOurMethod(train: Iterable<UnitMonth>): Fitted {
  const builder = createUnitTableBuilder();
  let newest = 0;
  for (const row of train) {
    builder.add(row);
    newest = Math.max(newest, row.day);
  }
  const model = fitModel(builder.build());
  const asOf = new Date(newest * MS_PER_DAY).toISOString();
  const names = new QueryNames();
  const evaluator = createEvaluator(
    {
      valuation: model,
      asOf,
      createdAt: asOf,
      comparables: comparableColumns([], model.lines.keys),
    },
    names,
  );
  return {
    model,
    answer(query) {
      const estimate = evaluator.estimate(names.requestOf(query));
      if ('refused' in estimate) return undefined;
      return {
        log: Math.log(estimate.value),
        low: Math.log(Math.max(1, estimate.low)),
        high: Math.log(estimate.high),
        confidence: estimate.confidence,
        basis: estimate.basis,
      };
    },
    retained(query) {
      const value = evaluator.value(names.requestOf(query));
      if ('refused' in value) return undefined;
      const last = value.depreciationSchedule[FORECAST_YEARS - 1];
      return last === undefined ? undefined : last.estimatedValue / value.currentMarketValue;
    },
  };
}

/**
 * Names that are resolved already: the model text of a request holds a number, which stands for the
 * query's names, and the type's id, which the evaluator reads as a person's "class c".
 */
class QueryNames implements Names {
  readonly #queries: Query[] = [];
  readonly #numbers = new Map<string, number>();

  requestOf(query: Query): ValuationRequest {
    const key = [query.makerId, query.makeId, query.lineId, query.floorplan, query.type].join('\n');
    const number = this.#numbers.get(key) ?? this.#queries.push(query) - 1;
    this.#numbers.set(key, number);
    return {
      make: '',
      model: `${number} ${query.type}`,
      year: query.year,
      condition: query.condition,
      mileage: query.mileage ?? undefined,
      state: STATE_OF.get(query.region),
      asOf: new Date(query.day * MS_PER_DAY).toISOString(),
    };
  }

  resolve({ model = '' }: Parameters<Names['resolve']>[0]): ReturnType<Names['resolve']> {
    const query = this.#queries[Number.parseInt(model, 10)];
    if (query === undefined) throw new RangeError(`No query has the name '${model}'.`);
    const { makerId, makeId, lineId, floorplan, type } = query;
    const basis = lineId !== '' ? 'catalogue' : makeId !== '' ? 'make' : 'none';
    const types = isType(type) ? [type] : [];
    return { makerId, makeId, lineId, lineName: lineId, floorplan, basis, types };
  }

  resolveMake(): null {
    return null;
  }
  search(): [] {
    return [];
  }
  suggest(): [] {
    return [];
  }
}
