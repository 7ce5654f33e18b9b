import { buyingDecision, type BuyingDecision } from '#schemas/api/analysis.ts';
import { api } from '../../client/api.ts';
import { BUYING } from '../../content/buying.ts';
import { checkOffer } from './analysis-form.ts';
import type { Question } from './question.ts';

/** Whether to buy an RV at its asking price. */
export const OFFER: Question<BuyingDecision> = {
  name: buyingDecision.path,
  words: { ...BUYING.form, waiting: BUYING.waiting },
  check: (form) => {
    const checked = checkOffer(form);
    if (!checked.ok) return checked;
    const body = checked.request;
    return { ok: true, ask: (signal) => api(buyingDecision, { body }, signal) };
  },
  answer: buyingDecision.response,
  valuationOf: ({ sample, valuation }) => ({ ...valuation, sample }),
};
