import type { BuyingDecision } from '#schemas/api/analysis.ts';
import { isSeasonal } from '../market/waves.ts';
import type { Season } from './inputs.ts';
import { monthName, percent } from './words.ts';

/** How a month stands in its year for who buys. */
export interface SeasonReading {
  timing: BuyingDecision['seasonalTiming'];
  /** 0 in the dearest month of the year, 1 in the cheapest. */
  score: number;
  detail: string;
}

/** A year whose months differ by less has no season to speak of. */
const LEAST_SWING = 0.01;
/** Waiting for a month that saves less is not worth a word. */
const LEAST_SAVING = 0.005;

export function readSeason(season: Season): SeasonReading {
  const { month, value } = season;
  const now = value[month - 1] ?? 0;
  const cheapest = Math.min(...value);
  const dearest = Math.max(...value);
  const name = monthName(month);
  if (dearest - cheapest < LEAST_SWING || !isSeasonal(season))
    return {
      timing: 'good',
      score: 0.5,
      detail: `Prices of the type do not clearly change with the season, so ${name} is as good as any month.`,
    };
  const score = (dearest - now) / (dearest - cheapest);
  const best = monthName(value.indexOf(cheapest) + 1);
  const saved = 1 - Math.exp(cheapest - now);
  const timing = score >= 2 / 3 ? 'optimal' : score <= 1 / 3 ? 'poor' : 'good';
  return {
    timing,
    score,
    detail:
      saved < LEAST_SAVING
        ? `${name} is usually one of the cheapest months for the type.`
        : `${best} is usually the cheapest month for the type, ${percent(saved)} below ${name}.`,
  };
}
