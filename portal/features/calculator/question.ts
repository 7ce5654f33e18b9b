import type { z } from 'zod';
import { comprehensiveAnalysis } from '#schemas/api/analysis.ts';
import { api } from '../../client/api.ts';
import { CALCULATOR } from '../../content/calculator.ts';
import { type AnalysisForm, checkForm, type FieldErrors } from './analysis-form.ts';
import type { Analysis } from './analysis.ts';

/** Id of the form's button. */
export const ASK_BUTTON = 'ask';

/** What the form's button asks, and how its answers are read. Each use of one is an analysis. */
export interface Question<Answer> {
  /** Keeps its answers apart from those of others. */
  name: string;
  words: QuestionWords;
  /** What to ask, or what is wrong with which field. */
  check: (
    form: AnalysisForm,
  ) =>
    | { ok: true; ask: (signal: AbortSignal) => Promise<Answer> }
    | { ok: false; errors: FieldErrors };
  answer: z.ZodType<Answer>;
  valuationOf: (answer: Answer) => Analysis;
}

export interface QuestionWords {
  title: string;
  submit: string;
  pending: string;
  waiting: { title: string; text: string };
  /** Where an asking price and a place belong to it. */
  offer?: Record<'askingPrice' | 'askingPriceUnit' | 'location' | 'locationHint', string>;
}

/** What an RV is worth. */
export const VALUE: Question<Analysis> = {
  name: comprehensiveAnalysis.path,
  words: { ...CALCULATOR.form, waiting: CALCULATOR.waiting },
  check: (form) => {
    const checked = checkForm(form);
    if (!checked.ok) return checked;
    const body = checked.request;
    return { ok: true, ask: (signal) => api(comprehensiveAnalysis, { body }, signal) };
  },
  answer: comprehensiveAnalysis.response,
  valuationOf: (answer) => answer,
};
