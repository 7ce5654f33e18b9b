import { later } from '../../ui/later.tsx';
import { Analyzer } from './analyzer.tsx';
import { VALUE } from './question.ts';

// Loaded while the answer is awaited: nobody sees it before.
const loadResults = async () => (await import('./results.tsx')).Results;
const Results = later(loadResults);

/** The depreciation calculator: what an RV is worth today and over the next ten years. */
export const Calculator = () => (
  <Analyzer question={VALUE} preload={loadResults}>
    {({ answer, ...shown }) => <Results analysis={answer} {...shown} />}
  </Analyzer>
);
