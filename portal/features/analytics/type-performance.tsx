import { Link } from 'react-router-dom';
import { RV_TYPES } from '#schemas/vocabulary.ts';
import type { MarketCount } from '../../client/market-data.ts';
import { pathOf } from '../../client/paths.ts';
import { ANALYTICS } from '../../content/analytics.ts';
import { count } from '../../ui/format.ts';
import { MedianPrice } from '../../ui/median-price.tsx';
import { Silhouette } from '../../ui/silhouettes.tsx';
import { Card } from '../../ui/surface.tsx';
import { Cell, Head, Table } from '../../ui/table.tsx';

const words = ANALYTICS.types;

/** Every type with its listings and median price, the most listed first, each leading to its listings. */
export function TypePerformance({ types }: { types: readonly MarketCount[] }) {
  return (
    <Card className="print-in-parts">
      <h2 className="text-title">{words.title}</h2>
      <p className="mb-3 text-ink-muted">{types.length === 0 ? words.none : words.text}</p>
      {types.length > 0 && (
        <Table caption={words.caption}>
          <thead>
            <tr>
              <Head>{words.heads.type}</Head>
              <Head end>{words.heads.listings}</Head>
              <Head end wraps>
                {words.heads.price}
              </Head>
            </tr>
          </thead>
          <tbody>
            {types
              .toSorted((a, b) => b.listings - a.listings)
              .map((entry) => (
                <tr key={entry.name}>
                  <Head row>
                    <TypeName name={entry.name} />
                  </Head>
                  <Cell end>{count(entry.listings)}</Cell>
                  <Cell end>
                    <MedianPrice {...entry} />
                  </Cell>
                </tr>
              ))}
          </tbody>
        </Table>
      )}
    </Card>
  );
}

function TypeName({ name }: { name: string }) {
  const type = RV_TYPES.find((known) => known.name === name);
  if (type === undefined) return name;
  return (
    <span className="flex items-center gap-3">
      <Silhouette type={type.id} className="hidden w-14 shrink-0 text-primary sm:block" />
      <Link
        to={`${pathOf('search')}?type=${type.id}`}
        className="thumb inline-flex min-h-8 items-center print:min-h-0 text-primary underline-offset-4 hover:underline"
      >
        {name}
      </Link>
    </span>
  );
}
