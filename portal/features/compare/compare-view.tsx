import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { pathOf } from '../../client/paths.ts';
import { COMPARE } from '../../content/compare.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Silhouette } from '../../ui/silhouettes.tsx';
import { Card } from '../../ui/surface.tsx';
import { Candidates, HEADING } from './candidates.tsx';
import { withListing } from './compare-state.ts';
import { Comparison, ComparisonSkeleton } from './comparison.tsx';
import { comparedOf } from './queries.ts';
import { type Choose, useCompareState } from './use-compare-state.ts';

/** Listings searched for by make, and up to three of them side by side; the address keeps both. */
export function CompareView() {
  const { ids, text, settledText, type, settle, select } = useCompareState();
  const words = COMPARE.search;
  return (
    <div className="frame grid grid-cols-1 gap-6 pt-6 pb-16 sm:pt-10">
      <header>
        <PageHead title={COMPARE.title} text={COMPARE.intro} />
      </header>
      <section aria-labelledby="compare-selected" className="print-in-parts">
        <Card className="print-in-parts p-4 sm:p-6">
          <Selected ids={ids} onSelect={select} />
        </Card>
      </section>
      <section aria-labelledby={HEADING} className="no-print">
        <Card>
          <h2 id={HEADING} tabIndex={-1} className="text-title outline-none">
            {words.title}
          </h2>
          <form
            role="search"
            aria-label={words.title}
            className="mt-3 mb-4 max-w-md"
            onSubmit={(event) => {
              event.preventDefault();
              settle();
            }}
          >
            <TextField
              name="q"
              type="search"
              label={words.label}
              hint={words.hint}
              placeholder={words.placeholder}
              autoComplete="off"
              maxLength={100}
              value={text}
              onChange={(event) => type(event.target.value)}
            />
          </form>
          <Candidates
            text={settledText}
            ids={ids}
            onAdd={(id) => select((selected) => withListing(selected, id))}
            onSuggestion={settle}
          />
        </Card>
      </section>
    </div>
  );
}

interface SelectedProps {
  ids: readonly string[];
  onSelect: (choose: Choose) => void;
}

function Selected({ ids, onSelect }: SelectedProps) {
  const words = COMPARE.selected;
  const answer = useQuery(comparedOf(ids));
  const title = useRef<HTMLHeadingElement>(null);
  // The button that takes listings out goes with them: the focus stays with the comparison.
  const keepOnly = (isKept: (id: string) => boolean) => {
    title.current?.focus();
    onSelect((selected) => selected.filter(isKept));
  };
  // Listings of the answer before that are no longer selected are gone at once.
  const compared = answer.data?.listings.filter(({ listing }) => ids.includes(listing.id)) ?? [];
  const unknown =
    answer.data === undefined || answer.isPlaceholderData
      ? []
      : ids.filter((id) => !compared.some(({ listing }) => listing.id === id));
  return (
    <>
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="compare-selected" ref={title} tabIndex={-1} className="text-title outline-none">
          {words.title}
        </h2>
        <p role="status" className="tabular text-small text-ink-muted">
          {words.count(ids.length)}
        </p>
      </div>
      {ids.length === 0 && <Nothing />}
      {ids.length > 0 && answer.isError && <LoadFailed words={words.failed} query={answer} />}
      {ids.length > 0 && answer.isPending && <ComparisonSkeleton listings={ids.length} />}
      {unknown.length > 0 && (
        <Alert
          tone="warning"
          className="mb-4"
          title={words.unknown(unknown.length)}
          action={
            <Button
              look="secondary"
              size="small"
              onClick={() => keepOnly((id) => !unknown.includes(id))}
            >
              {words.drop}
            </Button>
          }
        />
      )}
      {compared.length > 0 && (
        <>
          <Comparison compared={compared} onRemove={(id) => keepOnly((other) => other !== id)} />
          {ids.length === 1 && <p className="mt-3 font-bold">{words.empty.one}</p>}
          <p className="mt-3 text-small text-ink-muted">{COMPARE.note}</p>
          <Button
            look="secondary"
            size="small"
            className="no-print mt-3"
            onClick={() => keepOnly(() => false)}
          >
            {words.clear}
          </Button>
        </>
      )}
    </>
  );
}

const Nothing = () => (
  <div className="grid grid-cols-1 justify-items-center py-8 text-center">
    <div className="flex items-end gap-4 text-control-edge">
      <Silhouette type="travel-trailer" className="w-24 sm:w-32" />
      <Silhouette type="class-c" className="w-24 sm:w-32" />
      <Silhouette type="fifth-wheel" className="hidden w-32 sm:block" />
    </div>
    <div className="centre-line mt-1 w-72 max-w-full" />
    <p className="mt-5 text-title font-extrabold">{COMPARE.selected.empty.title}</p>
    <p className="mt-1 max-w-md text-ink-muted">{COMPARE.selected.empty.text}</p>
    <Link to={pathOf('search')} className={buttonClasses('secondary', 'regular', 'mt-4')}>
      {COMPARE.selected.empty.search}
    </Link>
  </div>
);
