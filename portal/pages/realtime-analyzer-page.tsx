import { lazy } from 'react';
import { BuyingView } from '../features/buying-decision/buying-view.tsx';
import { Analyzer } from '../features/calculator/analyzer.tsx';
import { OFFER } from '../features/calculator/offer.ts';

// Loaded while the answer is awaited: nobody sees them before.
const loadResults = async () => ({
  default: (await import('../features/calculator/results.tsx')).Results,
});
const loadAdvice = async () => ({
  default: (await import('../features/buying-decision/advice.tsx')).Advice,
});
const Results = lazy(loadResults);
const Advice = lazy(loadAdvice);
const preload = () => Promise.all([loadResults(), loadAdvice()]);

export function Page() {
  return (
    <BuyingView
      analyzer={
        <Analyzer question={OFFER} preload={preload}>
          {({ answer, ...shown }) => (
            <Results analysis={answer.valuation} lead={<Advice decision={answer} />} {...shown} />
          )}
        </Analyzer>
      }
    />
  );
}
