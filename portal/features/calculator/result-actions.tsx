import { useRef, useState } from 'react';
import { ANALYSIS } from '../../content/analysis-results.ts';
import { Button } from '../../ui/button.tsx';
import { DownloadCsv } from '../../ui/download-csv.tsx';
import { CheckIcon, LinkIcon, PrintIcon } from '../../ui/icons.tsx';
import type { AnalysisForm, Judged } from './analysis-form.ts';
import { forecastCsv } from './forecast-csv.ts';
import type { Analysis } from './analysis.ts';
import { PdfButton } from './pdf-button.tsx';

const words = ANALYSIS.actions;
const SAID_MS = 4_000;

interface ResultActionsProps {
  /** Not rounded: a file of figures is computed with. */
  exact: Analysis;
  form: AnalysisForm;
  judged: Judged | undefined;
  name: string;
}

/** Share, download, print. */
export function ResultActions({ exact, form, judged, name }: ResultActionsProps) {
  const [said, setSaid] = useState('');
  const ended = useRef<number>(undefined);
  const copy = async () => {
    let outcome = words.copied;
    try {
      await navigator.clipboard.writeText(location.href);
    } catch {
      outcome = words.copyFailed;
    }
    setSaid(outcome);
    clearTimeout(ended.current);
    ended.current = window.setTimeout(() => setSaid(''), SAID_MS);
  };
  return (
    <section
      aria-label={words.label}
      className="no-print flex flex-wrap items-center gap-2 max-sm:[&>:is(a,button)]:grow"
    >
      <Button look="secondary" onClick={() => void copy()}>
        {said === words.copied ? <CheckIcon className="size-5" /> : <LinkIcon className="size-5" />}
        {words.copy}
      </Button>
      <DownloadCsv name={`${name} forecast`} csv={() => forecastCsv(exact, name)} />
      <PdfButton form={form} judged={judged} name={name} />
      <Button look="secondary" onClick={() => print()}>
        <PrintIcon className="size-5" />
        {words.print}
      </Button>
      <span role="status" className="max-sm:basis-full text-small font-bold text-primary">
        {said}
      </span>
    </section>
  );
}
