import { BROWSE } from '../../content/landing.ts';
import { count, usd } from '../../ui/format.ts';
import { useShowAll } from '../../ui/show-all.tsx';
import { Card } from '../../ui/surface.tsx';
import { Cell, Head, Table } from '../../ui/table.tsx';
import type { MarketCount } from '../../client/market-data.ts';
import { SearchLink } from './search-link.tsx';

interface CountTableProps {
  title: string;
  counts: readonly MarketCount[];
  head: string;
  /** The part of the address that says whether all are shown. */
  param: string;
  /** What the search calls one of them; null where it cannot look for it. */
  queryOf: (name: string) => Record<string, string> | null;
}

/** Counts and median prices of one way to cut the market, the most listed first. */
export function CountTable({ title, head, counts, param, queryOf }: CountTableProps) {
  const sorted = counts.toSorted((a, b) => b.listings - a.listings);
  const { shown, button } = useShowAll(sorted, BROWSE, param, 'all');
  return (
    <Card>
      <h3 className="mb-2 text-title">{title}</h3>
      <Table caption={title}>
        <thead>
          <tr>
            <Head>{head}</Head>
            <Head end>{BROWSE.listings}</Head>
            <Head end wraps>
              {BROWSE.median}
            </Head>
          </tr>
        </thead>
        <tbody>
          {shown.map((entry) => {
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
                  {entry.medianPrice === null ? BROWSE.noPrice : usd(entry.medianPrice)}
                </Cell>
              </tr>
            );
          })}
        </tbody>
      </Table>
      {button}
    </Card>
  );
}
