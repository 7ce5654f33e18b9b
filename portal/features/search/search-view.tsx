import { useQuery } from '@tanstack/react-query';
import {
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { KnownName } from '#schemas/api/catalogue.ts';
import { SEARCH_PAGE_SIZE } from '#schemas/constants.ts';
import { SEARCH } from '../../content/search.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { count } from '../../ui/format.ts';
import { FilterIcon } from '../../ui/icons.tsx';
import { later } from '../../ui/later.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { Part } from '../../ui/part.tsx';
import { Card, Skeleton } from '../../ui/surface.tsx';
import { useWide } from '../../ui/use-wide.ts';
import { ActiveFilters } from './active-filters.tsx';
import { chipsOf, wrongChipsOf } from './chips.ts';
import { CompareTray } from './compare-tray.tsx';
import { FreshnessBadge } from './freshness-badge.tsx';
import { facetsOf, searchOf } from './queries.ts';
import { ReadAs } from './read-as.tsx';
import { filtersOfRead, ReadKeyword } from './read-keyword.tsx';
import { Results, ResultsSkeleton, SearchFailed } from './results.tsx';
import {
  type ChangeFilters,
  isZip,
  NO_FILTERS,
  PAGE_MAX,
  type SearchState,
  withFilters,
} from './search-state.ts';
import { SortSelect } from './sort-select.tsx';
import { CORRECTION, useSearchState } from './use-search-state.ts';

const FilterPanel = later(async () => (await import('./filter-panel.tsx')).FilterPanel);
const NothingFound = later(async () => (await import('./nothing-found.tsx')).NothingFound);

/**
 * What was found; where no answer comes, what was found before. A page of listings takes a phone a while to draw:
 * it answers meanwhile, with what was there before.
 */
function useFound(settled: SearchState) {
  const { data, error, isPlaceholderData, refetch } = useQuery(searchOf(settled));
  const [last, setLast] = useState(data);
  if (data !== undefined && data !== last) setLast(data);
  const found = useMemo(
    () => ({ data: data ?? last, error, isOfBefore: isPlaceholderData || data === undefined }),
    [data, last, error, isPlaceholderData],
  );
  const shown = useDeferredValue(found);
  /** Still that of the question before. */
  const stale = found.isOfBefore || shown !== found;
  return { found: shown, stale, searchAgain: () => void refetch() };
}

/** The market, searched as one types: filters beside what is found, and all of it in the address. */
export function SearchView() {
  const { state, settled, change, flush, changeAtOnce } = useSearchState();
  const { found, stale, searchAgain } = useFound(settled);
  // Results come first: their counts are asked for when they are there.
  const facets = useQuery({
    ...facetsOf(settled),
    enabled: found.data !== undefined && found.error === null && !stale,
  });
  const heading = useRef<HTMLHeadingElement>(null);
  const keyword = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  const panelId = useId();
  /** Folded away, the filters are not needed. */
  const showsFilters = useWide() || open;

  const setFilters: ChangeFilters = (filters, by) =>
    change((now) => withFilters(now, typeof filters === 'function' ? filters(now) : filters), by);
  /** The focus goes to where a search begins, or to what was found while the filters are folded away. */
  const toStart = () => {
    const field = keyword.current;
    if (field?.checkVisibility()) field.focus();
    else heading.current?.focus();
  };
  /** What was pressed goes with what was not found: the focus waits where the new answer is told. */
  const toFound = (next: typeof state, by: string) => {
    changeAtOnce(next, by);
    heading.current?.focus();
  };
  const use = ({ make, model }: KnownName) =>
    toFound(withFilters(state, { make, model: model || state.model }), 'name');
  const clear = () => changeAtOnce(withFilters(state, NO_FILTERS), 'clear');
  const toResults = () => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'start' });
  };
  const toPage = (page: number) => {
    changeAtOnce({ ...state, page }, `page ${page}`);
    toResults();
  };

  const total = found.data?.total ?? 0;
  const pages = Math.min(PAGE_MAX, Math.ceil(total / SEARCH_PAGE_SIZE));
  const first = (settled.page - 1) * SEARCH_PAGE_SIZE;
  const counted =
    found.error !== null
      ? total === 0
        ? SEARCH.none
        : SEARCH.before
      : found.data === undefined
        ? SEARCH.loading
        : SEARCH.found(count(total));
  const make = settled.make.trim();
  // True of the same words still while another answer about them is awaited.
  const readAs =
    found.error === null && found.data?.makeTyped === make ? found.data.readAs : undefined;
  const [read, ...others] =
    found.error === null && found.data?.keywordTyped === settled.keyword.trim()
      ? (found.data.keywordReadAs ?? [])
      : [];
  /** How many of the offers are what is shown. */
  const inPlace = Number(read?.inPlace ?? false);
  const offers = (read?.total ? [read, ...others] : others).map((offer) => (
    <ReadKeyword
      key={offer.keyword + offer.state + offer.leftOut}
      read={offer}
      onUse={() => toFound(withFilters(state, filtersOfRead(offer)), 'keyword as read')}
    />
  ));
  const chips = chipsOf(state);

  // An address may name a page that is no longer there.
  const beyond = !stale && total > 0 && settled.page > pages;
  const toLastPage = useEffectEvent(() => changeAtOnce({ ...state, page: pages }, CORRECTION));
  useEffect(() => {
    if (beyond) toLastPage();
  }, [beyond]);

  return (
    <div className="grid items-start gap-6 lg:grid-cols-[19rem_minmax(0,1fr)]">
      <div className="no-print">
        <Button
          look="secondary"
          className="w-full lg:hidden"
          aria-expanded={open}
          aria-controls={panelId}
          onClick={() => setOpen(!open)}
        >
          <FilterIcon className="size-5" />
          {SEARCH.filters.open(chips.length)}
        </Button>
        <Card id={panelId} className={classes('mt-3 lg:mt-0 lg:block', !open && 'hidden')}>
          {showsFilters && (
            <Part waiting={<Skeleton className="h-[60rem]" />}>
              <FilterPanel
                keyword={keyword}
                filters={state}
                makeReadAs={readAs?.make}
                facets={facets.data}
                counted={counted}
                onChange={setFilters}
                folds={open}
                onApply={() => {
                  flush();
                  if (!open) return;
                  setOpen(false);
                  toResults();
                }}
                onClear={clear}
              />
            </Part>
          )}
        </Card>
      </div>
      <section
        aria-labelledby={`${panelId}-found`}
        className="print-in-parts grid min-w-0 grid-cols-1 content-start gap-4"
      >
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <div className="flex min-h-11 items-center gap-x-2 max-sm:w-full sm:gap-x-4">
            <h2
              id={`${panelId}-found`}
              ref={heading}
              tabIndex={-1}
              className="tabular scroll-mt-4 text-title outline-none"
            >
              {pages > 1 && found.data && found.error === null && (
                <span className="print-only">
                  {SEARCH.printed(count(first + 1), count(first + found.data.listings.length))}
                </span>
              )}
              {counted}
            </h2>
            <p role="status" className="sr-only">
              {counted}
            </p>
            <FreshnessBadge />
          </div>
          <SortSelect
            zip={state.zip || (inPlace && read?.near?.zip) || ''}
            value={state.sort}
            onChange={(sort) => changeAtOnce({ ...state, sort, page: 1 }, 'sort')}
          />
        </div>
        <ActiveFilters
          chips={showsFilters ? chips : [...wrongChipsOf(state), ...chips]}
          onRemove={(chip) => changeAtOnce(withFilters(state, chip.without), `chip ${chip.key}`)}
          onClear={clear}
          onGone={toStart}
        />
        {/\bnear +me\b/i.test(settled.keyword) && !isZip(settled.zip) && <p>{SEARCH.nearMe}</p>}
        {readAs && total > 0 && <ReadAs typed={make} name={readAs} onUse={use} />}
        {inPlace > 0 && (
          <div className="flex flex-wrap items-center gap-2">
            {SEARCH.keywordReadAs(settled.keyword.trim())} {offers.slice(0, inPlace)}
          </div>
        )}
        {offers.length > inPlace && total > 0 && (
          <div className="no-print flex flex-wrap items-center gap-2">
            {SEARCH.didYouMean} {offers.slice(inPlace)}
          </div>
        )}
        {found.error !== null && <SearchFailed error={found.error} onRetry={searchAgain} />}
        {found.data === undefined ? (
          found.error === null && <ResultsSkeleton />
        ) : total > 0 && found.data.listings.length === 0 ? (
          // Of a page beyond the last, which takes its place.
          <ResultsSkeleton />
        ) : total === 0 ? (
          found.error === null && (
            <Part waiting={<ResultsSkeleton />}>
              <NothingFound
                found={found.data}
                filters={settled}
                stale={stale}
                offers={offers}
                read={read}
                onSuggestion={(names) => toFound(withFilters(state, names), 'suggestion')}
                onRemove={(chip) => toFound(withFilters(state, chip.without), `chip ${chip.key}`)}
                onClear={() => {
                  clear();
                  toStart();
                }}
              />
            </Part>
          )
        ) : (
          <>
            <Results
              found={found.data}
              stale={stale && found.error === null}
              compare={state.compare}
              onCompare={(compare) => changeAtOnce({ ...state, compare }, 'compare')}
            />
            <p className="text-small text-ink-muted">{SEARCH.note}</p>
            <Pagination
              page={state.page}
              pages={pages}
              onChange={toPage}
              words={SEARCH.pagination}
            />
          </>
        )}
        <CompareTray
          ids={state.compare}
          onClear={() => changeAtOnce({ ...state, compare: [] }, 'compare')}
        />
      </section>
    </div>
  );
}
