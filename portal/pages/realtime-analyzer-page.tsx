import { BuyingView } from '../features/buying-decision/buying-view.tsx';
import { Analyzer } from '../features/calculator/analyzer.tsx';
import { OFFER } from '../features/calculator/offer.ts';
import { later } from '../ui/later.tsx';

// Loaded while the answer is awaited: nobody sees them before.
const loadResults = async () => (await import('../features/calculator/results.tsx')).Results;
const loadAdvice = async () => (await import('../features/buying-decision/advice.tsx')).Advice;
const Results = later(loadResults);
const Advice = later(loadAdvice);
const preload = () => Promise.all([loadResults(), loadAdvice()]);

export function Page() {
  return (
    <BuyingView
      analyzer={
        <Analyzer question={OFFER} preload={preload}>
          {({ answer, ...shown }) => (
            <Results
              analysis={OFFER.valuationOf(answer)}
              judged={{ state: answer.state, listingId: shown.form.listingId }}
              lead={<Advice decision={answer} />}
              {...shown}
            />
          )}
        </Analyzer>
      }
    />
  );
}
