import { useQuery } from '@tanstack/react-query';
import { RV_TYPES } from '#schemas/vocabulary.ts';
import { marketDataQuery } from '../../client/market-data.ts';
import { LANDING } from '../../content/landing.ts';
import { date, usd } from '../../ui/format.ts';
import { Silhouette } from '../../ui/silhouettes.tsx';

/** As many lines as a driver reads in passing. */
const LINES = 4;

/** What the most listed types ask today, as a distance sign beside the road; nothing without a market. */
export function PriceSign() {
  const { data } = useQuery(marketDataQuery);
  const lines = (data?.byType ?? [])
    .toSorted((a, b) => b.listings - a.listings)
    .flatMap((entry) => {
      const type = RV_TYPES.find((known) => known.name === entry.name);
      return type === undefined || entry.medianPrice === null
        ? []
        : [{ type, price: usd(entry.medianPrice) }];
    })
    .slice(0, LINES);
  if (data === undefined || lines.length === 0) return null;
  const words = LANDING.sign;
  return (
    <figure className="no-print hidden w-[25rem] lg:block">
      <div className="sign p-6 drop-shadow-xl [--sign:var(--recreation)]">
        <figcaption className="mb-3 font-bold text-[#f0e2d6]">{words.title}</figcaption>
        <dl>
          {lines.map(({ type, price }) => (
            <div key={type.id} className="flex items-center gap-4 py-1.5 text-title">
              <Silhouette
                type={type.id}
                className="w-14 shrink-0 [--silhouette-ground:var(--recreation)]"
              />
              <dt className="grow font-bold">{type.filterLabel}</dt>
              <dd className="tabular font-black">{price}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-3 text-small text-[#f0e2d6]">{words.note(date(data.asOf))}</p>
      </div>
      <div aria-hidden="true" className="-mb-16 flex justify-around px-14">
        <span className="h-32 w-3 bg-[#7f8a84]" />
        <span className="h-32 w-3 bg-[#7f8a84]" />
      </div>
    </figure>
  );
}
