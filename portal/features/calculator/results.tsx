import type { ReactNode } from 'react';
import { milesFromForm } from '#schemas/api/form.ts';
import { shownValuation } from '#schemas/shown-values.ts';
import { valuedFacts, valuedName } from '#schemas/valuation-words.ts';
import { ANALYSIS } from '../../content/analysis-results.ts';
import { Alert } from '../../ui/alert.tsx';
import { date } from '../../ui/format.ts';
import { PrintedFrom } from '../../ui/printed-from.tsx';
import { Silhouette } from '../../ui/silhouettes.tsx';
import type { AnalysisForm, Judged } from './analysis-form.ts';
import { Comparables } from './comparables.tsx';
import { ConfidenceLine } from './confidence-line.tsx';
import { Depth } from './depth.tsx';
import { doubtOf } from './describe.ts';
import { Explanation } from './explanation.tsx';
import { Forecast } from './forecast.tsx';
import type { Analysis } from './analysis.ts';
import { ResultActions } from './result-actions.tsx';
import { Suggestions } from './suggestions.tsx';
import { ValueCards } from './value-cards.tsx';

interface ResultsProps {
  analysis: Analysis;
  form: AnalysisForm;
  /** Of an offer, what its value is of beside the RV. */
  judged?: Judged;
  kept: boolean;
  /** Names that may have been meant, where the model was not known. */
  suggestions: readonly string[];
  onSuggestion: (name: string) => void;
  /** What stands before the value. */
  lead?: ReactNode;
}

/** What an RV is worth, will be, why, and how sure that is. */
export function Results(props: ResultsProps) {
  const { form, judged, kept, suggestions, onSuggestion, lead } = props;
  const analysis = shownValuation(props.analysis);
  const name = valuedName(analysis.resolved, form);
  const mileage = milesFromForm(form.mileage);
  const facts = valuedFacts(analysis.resolved, {
    condition: form.condition,
    mileage: typeof mileage === 'number' ? mileage : undefined,
    state: judged?.state,
  });
  const words = ANALYSIS.results;
  const doubt = doubtOf(analysis);
  return (
    <article className="own-head arrives grid grid-cols-1 gap-6 self-start print:block print:space-y-4">
      <header className="flex flex-wrap items-end print:flex-nowrap justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <PrintedFrom what={ANALYSIS.actions.printedFrom} />
          <h2 className="text-heading wrap-anywhere">{name}</h2>
          <p>{facts}</p>
          <p className="text-ink-muted">
            {words.asking}, {words.asOf(date(analysis.asOf))}
          </p>
        </div>
        <Silhouette
          type={analysis.resolved.type}
          className="hidden w-28 shrink-0 text-primary [--silhouette-ground:var(--canvas)] sm:block"
        />
      </header>
      {doubt !== null && (
        <Alert tone="warning" title={doubt}>
          {suggestions.length === 0 ? undefined : (
            <Suggestions label={words.suggestions} names={suggestions} onChoose={onSuggestion} />
          )}
        </Alert>
      )}
      {lead}
      <ValueCards analysis={analysis} />
      <ConfidenceLine analysis={analysis} />
      <Forecast analysis={analysis} name={name} />
      <Explanation analysis={analysis} />
      <Depth exact={props.analysis} />
      <Comparables analysis={analysis} />
      <ResultActions exact={props.analysis} form={form} judged={judged} name={name} />
      {kept && <p className="no-print text-small text-ink-muted">{ANALYSIS.kept}</p>}
    </article>
  );
}
