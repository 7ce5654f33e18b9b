import { useState } from 'react';
import { BROWSE } from '../../content/landing.ts';
import { Button } from '../../ui/button.tsx';
import { count, usd } from '../../ui/format.ts';
import { Card } from '../../ui/surface.tsx';
import { Cell, Head, Table } from '../../ui/table.tsx';
import type { MarketCount } from '../../client/market-data.ts';

/** So many are read at a glance. */
const GLANCE = 10;

interface CountTableProps {
  title: string;
  counts: readonly MarketCount[];
  head: string;
}

/** Counts and median prices of one way to cut the market, the most listed first. */
export function CountTable({ title, head, counts }: CountTableProps) {
  const [all, setAll] = useState(false);
  const sorted = counts.toSorted((a, b) => b.listings - a.listings);
  const shown = all ? sorted : sorted.slice(0, GLANCE);
  return (
    <Card>
      <h3 className="mb-2 text-title">{title}</h3>
      <Table caption={title}>
        <thead>
          <tr>
            <Head>{head}</Head>
            <Head end>{BROWSE.listings}</Head>
            <Head end>{BROWSE.median}</Head>
          </tr>
        </thead>
        <tbody>
          {shown.map((entry) => (
            <tr key={entry.name}>
              <Head row>
                <span className="wrap-anywhere">{entry.name}</span>
              </Head>
              <Cell end>{count(entry.listings)}</Cell>
              <Cell end>
                {entry.medianPrice === null ? BROWSE.noPrice : usd(entry.medianPrice)}
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      {sorted.length > GLANCE && (
        <Button
          look="secondary"
          size="small"
          className="mt-3"
          aria-expanded={all}
          onClick={() => setAll(!all)}
        >
          {all ? BROWSE.showFewer : BROWSE.showAll(sorted.length)}
        </Button>
      )}
    </Card>
  );
}
