import { useQuery } from '@tanstack/react-query';
import { useAddress } from '../../client/use-address.ts';
import { reasonOf } from '../../client/failures.ts';
import { toasts } from '../../client/toasts.ts';
import { MARKET_ANALYSIS } from '../../content/market-analysis.ts';
import { Alert } from '../../ui/alert.tsx';
import { date } from '../../ui/format.ts';
import { later } from '../../ui/later.tsx';
import { Part } from '../../ui/part.tsx';
import { SampleBadge } from '../../ui/sample-badge.tsx';
import { Skeleton } from '../../ui/surface.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Outlook, type Refresh } from './outlook.tsx';
import {
  type MarketAnalysis as Analysis,
  marketAnalysisQuery,
} from '../../client/market-analysis.ts';
import { SegmentList } from './segment-list.tsx';
import { SummaryCards } from './summary-cards.tsx';

// Behind the last tab: loaded when opened.
const PurchaseInsights = later(
  async () => (await import('./purchase-insights.tsx')).PurchaseInsights,
);

const TABS = ['type', 'make', 'model', 'purchase'] as const;
const words = MARKET_ANALYSIS;

/** What stands below comes in no view before what it waits for, of who begins at the switch of views. */
const filling = <Skeleton className="h-screen rounded-card" />;

/** The market by type, manufacturer and model family, and how to buy in it. */
export function MarketAnalysis() {
  const analysis = useQuery(marketAnalysisQuery);
  // Mostly there is nothing newer, and an answer that comes at once shows nothing.
  const refresh = async () => {
    const { isSuccess, data } = await analysis.refetch();
    if (!isSuccess) return;
    const { title, text } = words.below.refreshed;
    toasts.show({ title, text: text(date(data.generatedAt)), tone: 'good' });
  };
  return (
    <div className="grid grid-cols-1 gap-6">
      <header>
        <h2 className="text-heading">{words.title}</h2>
        {!analysis.isLoadingError && (
          <div className="flex flex-wrap items-center gap-x-3 text-ink-muted">
            {analysis.data ? (
              <p>{words.generated(date(analysis.data.generatedAt))}</p>
            ) : (
              <p role="status">{words.loading}</p>
            )}
            <SampleBadge />
          </div>
        )}
      </header>
      {analysis.isPending && <Loading />}
      {analysis.isLoadingError && (
        <Alert tone="destructive" live title={words.unavailable.title}>
          {words.unavailable.text}
        </Alert>
      )}
      {analysis.data && (
        <Loaded
          analysis={analysis.data}
          refresh={{
            pending: analysis.isFetching,
            // What was loaded before stays.
            failure: analysis.isRefetchError
              ? reasonOf(analysis.error, words.below.refreshFailed.text)
              : null,
            start: () => void refresh(),
          }}
        />
      )}
    </div>
  );
}

const Loading = () => (
  <div aria-busy="true" className="grid gap-6">
    <div className="grid grid-cols-2 gap-3 sm:gap-4 md:grid-cols-4">
      {TABS.map((tab) => (
        <Skeleton key={tab} className="h-[6.6rem] rounded-card md:h-[4.8rem]" />
      ))}
    </div>
    <Skeleton className="mx-auto h-28 w-full max-w-2xl rounded-card sm:h-15" />
    {filling}
  </div>
);

interface LoadedProps {
  analysis: Analysis;
  refresh: Refresh;
}

function Loaded({ analysis, refresh }: LoadedProps) {
  const { params, change } = useAddress();
  const tab = TABS.find((known) => known === params.get('by')) ?? 'type';
  const content = {
    type: <SegmentList kind="type" segments={analysis.byType} />,
    make: <SegmentList kind="make" segments={analysis.byMake} />,
    model: <SegmentList kind="model" segments={analysis.byModel} />,
    purchase: (
      <Part waiting={filling}>
        <PurchaseInsights insights={analysis.purchasingInsights} />
      </Part>
    ),
  };
  return (
    <>
      <SummaryCards analysis={analysis} />
      <div>
        <Tabs
          label={words.tabs.label}
          value={tab}
          onChange={(next, how) => change({ by: next === 'type' ? null : next }, how)}
          tabs={TABS.map((value) => ({ value, label: words.tabs[value], content: content[value] }))}
        />
      </div>
      <Outlook analysis={analysis} refresh={refresh} />
    </>
  );
}
