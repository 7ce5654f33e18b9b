import type { StoryCategory } from '#schemas/vocabulary.ts';
import type { Comparison, Seasonal, Subject } from './facts.ts';

/** What was found, in figures. Months are counted from January 1970; changes are as the facts count. */
export type Finding =
  | { kind: 'trend'; subject: Subject; months: number; first: number; last: number; change: number }
  | { kind: 'step'; subject: Subject; first: number; last: number; month: number; change: number }
  | { kind: 'season'; of: Seasonal; subject: Subject; high: number; low: number; swing: number }
  | { kind: 'comparison'; of: Comparison };

/** A story that might be told, with all that decides whether it is. */
export interface Candidate {
  /** The same in every run: what is looked at, not what was found. */
  id: string;
  category: StoryCategory;
  finding: Finding;
  /** Where in the facts it comes from, for the record. */
  query: string;
  /** What it tells of; of two stories that share one of these only one is told. */
  about: readonly string[];
  /** Those of one kin are of one kind and measure: what is usual among them surprises nobody. */
  kin: string;
  /** Of a type that does as the whole market does: told only where the market itself is not. */
  isUsual: boolean;
  effect: number;
  error: number;
  interval: [low: number, high: number];
  p: number;
  n: number;
  /** Why it is no story however small p is; undefined where it may be one. */
  unfit: string | undefined;
  /** The effect in units of the least that is worth a story. */
  size: number;
}

/** Of a type and of the whole market: no further apart than is worth a story or, where that is more, than chance may do. */
export const isLike = (one: Candidate, whole: Candidate): boolean =>
  Math.abs(one.effect - whole.effect) <
  Math.max(Math.abs(whole.effect / whole.size), 3 * Math.hypot(one.error, whole.error));
