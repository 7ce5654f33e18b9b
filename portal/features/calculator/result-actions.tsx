import { useState } from 'react';
import { CALCULATOR } from '../../content/calculator.ts';
import { Button } from '../../ui/button.tsx';
import { CheckIcon, DownloadIcon, LinkIcon, PrintIcon } from '../../ui/icons.tsx';
import { forecastCsv } from './forecast-csv.ts';
import type { Analysis } from './kept-results.ts';

const words = CALCULATOR.actions;
const SAID_MS = 4_000;

/** Share, download, print. */
export function ResultActions({ analysis, name }: { analysis: Analysis; name: string }) {
  const [said, setSaid] = useState('');
  const copy = async () => {
    let outcome = words.copied;
    try {
      await navigator.clipboard.writeText(location.href);
    } catch {
      outcome = words.copyFailed;
    }
    setSaid(outcome);
    setTimeout(() => setSaid(''), SAID_MS);
  };
  return (
    <section aria-label={words.label} className="no-print flex flex-wrap items-center gap-2">
      <Button look="secondary" onClick={() => void copy()}>
        {said === words.copied ? <CheckIcon className="size-5" /> : <LinkIcon className="size-5" />}
        {words.copy}
      </Button>
      <Button look="secondary" onClick={() => download(forecastCsv(analysis, name), name)}>
        <DownloadIcon className="size-5" />
        {words.csv}
      </Button>
      <Button look="secondary" onClick={() => print()}>
        <PrintIcon className="size-5" />
        {words.print}
      </Button>
      <span role="status" className="text-small font-bold text-primary">
        {said}
      </span>
    </section>
  );
}

function download(csv: string, name: string): void {
  const url = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-forecast.csv`;
  link.click();
  URL.revokeObjectURL(url);
}
