import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { makesQuery } from '../../client/catalogue.ts';
import { useSession } from '../../client/current-user.ts';
import { CALCULATOR } from '../../content/calculator.ts';
import { Alert } from '../../ui/alert.tsx';
import { focusFirstWrong } from '../../ui/focus-first-wrong.ts';
import { later } from '../../ui/later.tsx';
import { Overlay } from '../../ui/overlay.tsx';
import { Part } from '../../ui/part.tsx';
import { Card } from '../../ui/surface.tsx';
import {
  type AnalysisForm,
  type FieldErrors,
  formFromUrl,
  formToUrl,
  ofSameListing,
  questionKey,
} from './analysis-form.ts';
import { AnalysisProblemAlert } from './analysis-problem-alert.tsx';
import { CalculatorForm } from './calculator-form.tsx';
import { usageQuery } from '../../client/usage.ts';
import { useAddress } from '../../client/use-address.ts';
import { forgetWanted, noteWanted } from '../../client/wanted-analysis.ts';
import type { Question } from './question.ts';
import { ResultsSkeleton } from './results-skeleton.tsx';
import { usefulSuggestions, withSuggestion } from './suggestion.ts';
import { UsageBanner } from './usage-banner.tsx';
import { useAnalysis } from './use-analysis.ts';
import { useFormInUrl } from './use-form-in-url.ts';
import { Waiting } from './waiting.tsx';

const UpgradeDialog = later(async () => (await import('./upgrade-dialog.tsx')).UpgradeDialog);

/** An answer as it is shown. */
export interface Shown<Answer> {
  answer: Answer;
  /** What was asked. */
  form: AnalysisForm;
  /** Kept from earlier in this visit; it used nothing up. */
  kept: boolean;
  /** Names that may have been meant, where the model was not known. */
  suggestions: readonly string[];
  onSuggestion: (name: string) => void;
}

interface AnalyzerProps<Answer> {
  question: Question<Answer>;
  /** Fetches what draws an answer, while that is awaited. */
  preload: () => Promise<unknown>;
  /** Draws an answer. */
  children: (shown: Shown<Answer>) => ReactNode;
}

/** A question about an RV: allowance, form, and what came of it. */
export function Analyzer<Answer>({ question, preload, children }: AnalyzerProps<Answer>) {
  const { signedIn } = useSession();
  const allowance = useQuery(usageQuery(signedIn));
  const makes = useQuery(makesQuery);
  const [errors, setErrors] = useState<FieldErrors>({});
  // Its code comes with the first opening; it stays then, so that the focus returns when it closes.
  const [upgrade, setUpgrade] = useState<'never' | 'open' | 'closed'>('never');
  const results = useRef<HTMLDivElement>(null);
  const formElement = useRef<HTMLFormElement>(null);
  const banner = useRef<HTMLDivElement>(null);

  const { params } = useAddress();
  const analysis = useAnalysis(question, () => formFromUrl(params));
  const { state } = analysis;
  const { form, change } = useFormInUrl((arrived) => {
    setErrors({});
    analysis.recall(arrived);
  });

  // An answer asked for by the button takes the focus, so that it is read out and comes into view.
  const answered =
    state.status === 'failed' || (state.status === 'done' && !state.kept) ? state : null;
  const refused = state.status === 'failed' ? state.problem.fields : undefined;
  useEffect(() => {
    const region = results.current;
    if (answered === null || region === null) return;
    // What is wrong with a field is mended there.
    if (
      answered.status === 'failed' &&
      focusFirstWrong(formElement.current, answered.problem.fields)
    )
      return;
    region.focus({ preventScroll: true });
    // The focus alone would leave a window where it is that shows the end of the region.
    const { top } = region.getBoundingClientRect();
    if (top < 0 || top > innerHeight / 2) region.scrollIntoView();
  }, [answered]);

  const onChange = (changed: AnalysisForm) => {
    const next = ofSameListing(changed, form);
    // A name that is only spelled otherwise, as on leaving its field, is still the one asked about.
    const asksAnother = questionKey(next) !== questionKey(form);
    change(next, asksAnother && state.status === 'done');
    if (!asksAnother) return;
    setErrors({});
    if (state.status !== 'idle') analysis.clear();
  };

  const onSubmit = async (asked: AnalysisForm) => {
    const checked = question.check(asked);
    if (!checked.ok) {
      setErrors(checked.errors);
      focusFirstWrong(formElement.current, checked.errors);
      return;
    }
    void preload().catch(() => undefined);
    forgetWanted();
    const start = await analysis.run(asked);
    // The address follows the form a moment later.
    if (start !== 'started') noteWanted(formToUrl(asked, params));
    if (start === 'member-limit') setUpgrade('open');
    if (start === 'guest-limit') banner.current?.focus();
  };

  const makeNames = makes.data?.map((make) => make.name) ?? [];
  const useful = (names: readonly string[]) => usefulSuggestions(names, form, makeNames);
  const takeSuggestion = (name: string) => onChange(withSuggestion(name, form, makeNames));
  // The catalogue's makes are listed even where the market has nothing of them.
  const empty = makes.data?.every((make) => make.listings === 0) ?? false;

  return (
    <div className="grid grid-cols-1 gap-6 lg:grid-cols-[22rem_minmax(0,1fr)] print:block">
      <div className="no-print grid grid-cols-1 gap-4 self-start lg:[@media(min-height:56rem)]:sticky lg:[@media(min-height:56rem)]:top-4">
        <div ref={banner} tabIndex={-1} className="outline-none">
          <UsageBanner
            allowance={allowance}
            holdsGrant={analysis.held === 'unused'}
            onLimit={() => setUpgrade('open')}
          />
        </div>
        <Card>
          {empty && (
            <Alert tone="info" title={CALCULATOR.emptyMarket.title} className="mb-5">
              {CALCULATOR.emptyMarket.text}
            </Alert>
          )}
          <CalculatorForm
            words={question.words}
            element={formElement}
            form={form}
            errors={{ ...refused, ...errors }}
            running={state.status === 'running'}
            onChange={onChange}
            onSubmit={onSubmit}
          />
        </Card>
      </div>
      <div
        ref={results}
        tabIndex={-1}
        role="region"
        aria-label={CALCULATOR.region}
        aria-busy={state.status === 'running'}
        className="grid min-h-80 scroll-mt-4 grid-cols-1 outline-none lg:min-h-[34rem] print:block print:min-h-0"
      >
        {/* It stands there before what it says: only so is a result that went with its form heard of. */}
        <div role="status" className="contents">
          {state.status === 'idle' && (
            <Waiting
              words={
                state.outdated ? CALCULATOR.outdated(question.words.submit) : question.words.waiting
              }
            />
          )}
        </div>
        {state.status === 'running' && <ResultsSkeleton />}
        {state.status === 'failed' && (
          <AnalysisProblemAlert
            message={state.problem.message}
            held={analysis.held}
            isUnlimited={allowance.data?.subscriptionStatus === 'premium'}
            suggestions={useful(state.problem.suggestions)}
            onSuggestion={takeSuggestion}
          />
        )}
        {state.status === 'done' && (
          <Part waiting={<ResultsSkeleton />}>
            {children({
              answer: state.result,
              form,
              kept: state.kept,
              suggestions: useful(question.valuationOf(state.result).suggestions),
              onSuggestion: takeSuggestion,
            })}
          </Part>
        )}
      </div>
      {signedIn && upgrade !== 'never' && (
        <Overlay onFailed={() => setUpgrade('never')}>
          <UpgradeDialog
            open={upgrade === 'open'}
            onOpenChange={(open) => setUpgrade(open ? 'open' : 'closed')}
            limit={allowance.data?.analysesLimit}
          />
        </Overlay>
      )}
    </div>
  );
}
