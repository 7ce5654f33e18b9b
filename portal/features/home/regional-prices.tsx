import { useQuery } from '@tanstack/react-query';
import { marketDataQuery } from '../../client/market-data.ts';
import { HOME } from '../../content/home.ts';
import { MARKET_FIGURES } from '../../content/market-figures.ts';
import { count } from '../../ui/format.ts';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { MedianPrice } from '../../ui/median-price.tsx';
import { Skeleton } from '../../ui/surface.tsx';

const words = HOME.regional;
/** So many states are read at a glance. */
const GLANCE = 5;

/** The states with most listings, and what is asked there. */
export function RegionalPrices() {
  const market = useQuery(marketDataQuery);
  const states = market.data?.byState.toSorted((a, b) => b.listings - a.listings).slice(0, GLANCE);
  return (
    <>
      <h2 className="text-title">{words.title}</h2>
      {market.isError ? (
        <LoadFailed words={MARKET_FIGURES.failed} query={market} />
      ) : states === undefined ? (
        <Skeleton className="h-52" />
      ) : states.length === 0 ? (
        <p className="text-ink-muted">{words.none}</p>
      ) : (
        <>
          <p className="text-small text-ink-muted">{words.text}</p>
          <dl className="tabular grid gap-2">
            {states.map((state) => (
              <div key={state.name} className="flex items-baseline justify-between gap-3">
                <dt>
                  {state.name}{' '}
                  <span className="block text-small text-ink-muted">
                    {words.listings(count(state.listings))}
                  </span>
                </dt>
                <dd className="text-end font-bold">
                  <MedianPrice {...state} />
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </>
  );
}
