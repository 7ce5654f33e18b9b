import { RV_TYPES } from '#schemas/vocabulary.ts';
import type { MarketCount } from '../../client/market-data.ts';
import { BROWSE } from '../../content/landing.ts';
import { count } from '../../ui/format.ts';
import { MedianPrice } from '../../ui/median-price.tsx';
import { Silhouette } from '../../ui/silhouettes.tsx';
import { Card } from '../../ui/surface.tsx';
import { SearchLink } from './search-link.tsx';

/** One tile for each type, the most listed first, with its drawing. */
export function TypeTiles({ counts }: { counts: readonly MarketCount[] }) {
  return (
    <section aria-labelledby="browse-types">
      <h3 id="browse-types" className="mb-3 text-title">
        {BROWSE.by.type}
      </h3>
      {counts.length === 0 && <p className="text-ink-muted">{BROWSE.none.type}</p>}
      <ul className="grid grid-cols-2 gap-3 sm:gap-4 md:grid-cols-5">
        {counts
          .toSorted((a, b) => b.listings - a.listings)
          .map((entry) => {
            const type = RV_TYPES.find((known) => known.name === entry.name);
            return (
              <li key={entry.name}>
                <Card className="h-full p-4 sm:p-5 md:max-lg:p-3 print:p-2">
                  {type && (
                    <Silhouette
                      type={type.id}
                      className="mb-3 w-20 text-primary print:mb-1 print:w-14"
                    />
                  )}
                  <p className="leading-tight font-bold">
                    {type === undefined ? (
                      entry.name
                    ) : (
                      <SearchLink query={{ type: type.id }}>{entry.name}</SearchLink>
                    )}
                  </p>
                  <p className="tabular mt-2 text-small text-ink-muted">
                    {BROWSE.typeLine(count(entry.listings))}
                  </p>
                  <p className="tabular text-small">
                    {BROWSE.median} <MedianPrice {...entry} />
                  </p>
                </Card>
              </li>
            );
          })}
      </ul>
    </section>
  );
}
