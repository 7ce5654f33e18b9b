import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { pathOf } from '../../client/paths.ts';
import { MARKET_FIGURES } from '../../content/market-figures.ts';
import { count } from '../../ui/format.ts';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Card, Skeleton } from '../../ui/surface.tsx';
import { popularMakesQuery } from './queries.ts';

const words = MARKET_FIGURES.brands;

/** The makes that were looked for most, each leading to its listings. */
export function Brands({ top }: { top: number }) {
  const makes = useQuery(popularMakesQuery);
  const most = makes.data?.[0]?.searchCount ?? 1;
  return (
    <Card className="grid content-start gap-4">
      <h2 className="text-title">{words.title}</h2>
      {makes.isError ? (
        <LoadFailed words={MARKET_FIGURES.failed} query={makes} />
      ) : makes.data === undefined ? (
        <Skeleton className="h-64" />
      ) : makes.data.length === 0 ? (
        <p className="text-ink-muted">{words.none}</p>
      ) : (
        <ol className="grid gap-1">
          {makes.data.slice(0, top).map(({ make, searchCount }) => (
            <li key={make} className="py-1">
              <p className="flex items-baseline justify-between gap-3">
                <Link
                  to={`${pathOf('search')}?${new URLSearchParams({ make })}`}
                  aria-label={words.search(make)}
                  className="thumb inline-flex min-h-8 items-center print:min-h-0 font-bold text-primary underline-offset-4 hover:underline"
                >
                  {make}
                </Link>
                <span className="tabular text-small whitespace-nowrap text-ink-muted">
                  {words.searches(count(searchCount))}
                </span>
              </p>
              <Bar share={searchCount / most} />
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}

/** A length beside its number; decoration. Drawn as SVG since the policy refuses styles written into elements. */
const Bar = ({ share }: { share: number }) => (
  <svg
    viewBox="0 0 100 2"
    preserveAspectRatio="none"
    aria-hidden="true"
    className="keep-colour mt-0.5 h-1.5 w-full rounded-full bg-edge"
  >
    <rect width={100 * share} height="2" fill="var(--primary)" />
  </svg>
);
