import { BROWSE } from '../../content/landing.ts';
import { count } from '../../ui/format.ts';
import { MedianPrice } from '../../ui/median-price.tsx';
import { ShowAllTable } from '../../ui/show-all-table.tsx';
import { Card } from '../../ui/surface.tsx';
import { Cell, Head } from '../../ui/table.tsx';
import type { MarketCount } from '../../client/market-data.ts';
import { SearchLink } from './search-link.tsx';

interface CountTableProps {
  title: string;
  /** Said where there are no counts. */
  none: string;
  counts: readonly MarketCount[];
  head: string;
  /** The part of the address that says whether all are shown. */
  param: string;
  /** What the search calls one of them; null where it cannot look for it. */
  queryOf: (name: string) => Record<string, string> | null;
}

/** Counts and median prices of one way to cut the market, the most listed first. */
export const CountTable = ({ title, none, head, counts, param, queryOf }: CountTableProps) => (
  <Card className="print-in-parts">
    <h3 className="mb-2 text-title">{title}</h3>
    {counts.length === 0 ? (
      <p className="text-ink-muted">{none}</p>
    ) : (
      <ShowAllTable
        caption={title}
        heads={
          <>
            <Head>{head}</Head>
            <Head end>{BROWSE.heads.listings}</Head>
            <Head end wraps>
              {BROWSE.heads.median}
            </Head>
          </>
        }
        items={counts.toSorted((a, b) => b.listings - a.listings)}
        renderRow={(entry) => {
          const query = queryOf(entry.name);
          return (
            <tr key={entry.name}>
              <Head row>
                {query === null ? (
                  <span className="wrap-break-word">{entry.name}</span>
                ) : (
                  <SearchLink query={query}>{entry.name}</SearchLink>
                )}
              </Head>
              <Cell end>{count(entry.listings)}</Cell>
              <Cell end>
                <MedianPrice {...entry} />
              </Cell>
            </tr>
          );
        }}
        words={BROWSE}
        param={param}
      />
    )}
  </Card>
);
