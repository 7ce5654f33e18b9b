import { useQuery } from '@tanstack/react-query';
import { RV_TYPES, STATES } from '#schemas/vocabulary.ts';
import { marketDataQuery } from '../../client/market-data.ts';
import { BROWSE } from '../../content/landing.ts';
import { count, date } from '../../ui/format.ts';
import { EmptyCard } from '../../ui/empty-card.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { SampleBadge } from '../../ui/sample-badge.tsx';
import { Skeleton } from '../../ui/surface.tsx';
import { CountTable } from './count-table.tsx';
import { TypeTiles } from './type-tiles.tsx';

/** What it says of itself, and whether it is of the sample: a line of its own on a phone. */
const INTRO = 'flex flex-wrap items-center gap-x-3 text-ink-muted';

/** The market at a glance, by type, make and state; the specification's placeholder when it is empty. */
export function MarketBrowse() {
  const market = useQuery(marketDataQuery);
  if (market.isError) return <LoadFailed words={BROWSE.failed} query={market} />;
  if (market.data === undefined) return <BrowseSkeleton />;
  if (market.data.totalListings === 0)
    return <EmptyCard type="pop-up" words={BROWSE.placeholder} />;
  const { byType, byMake, byState, totalListings, asOf } = market.data;
  return (
    <div className="grid gap-6 print:gap-4">
      <header>
        <h2 className="text-heading">{BROWSE.title}</h2>
        <div className={INTRO}>
          <p>
            {BROWSE.intro(count(totalListings))} {BROWSE.asOf(date(asOf))}.
          </p>
          <SampleBadge />
        </div>
      </header>
      <TypeTiles counts={byType} />
      <div className="grid grid-cols-1 items-start gap-6 md:grid-cols-2">
        <CountTable
          title={BROWSE.by.make}
          none={BROWSE.none.make}
          head={BROWSE.heads.make}
          counts={byMake}
          param="makes"
          queryOf={(make) => ({ make })}
        />
        <CountTable
          title={BROWSE.by.state}
          none={BROWSE.none.state}
          head={BROWSE.heads.state}
          counts={byState}
          param="states"
          queryOf={queryOfState}
        />
      </div>
    </div>
  );
}

const queryOfState = (name: string): { state: string } | null => {
  const code = STATES.find((state) => state.name === name)?.code;
  return code === undefined ? null : { state: code };
};

const BrowseSkeleton = () => (
  <div className="grid gap-6" aria-busy="true">
    <header>
      <h2 className="text-heading">{BROWSE.title}</h2>
      <div className={INTRO}>
        <Skeleton className="mt-1 h-6 max-sm:h-12 w-2/3" />
        <SampleBadge />
      </div>
    </header>
    <div className="mt-10 grid grid-cols-2 gap-3 sm:gap-4 md:grid-cols-4">
      {RV_TYPES.slice(0, 8).map(({ id }) => (
        <Skeleton key={id} className="h-[10.3rem] rounded-card md:h-[8.6rem]" />
      ))}
    </div>
    <div className="grid gap-6 md:grid-cols-2">
      <Skeleton className="h-[34rem] rounded-card" />
      <Skeleton className="h-[34rem] rounded-card" />
    </div>
  </div>
);
