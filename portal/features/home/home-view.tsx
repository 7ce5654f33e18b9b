import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useSession } from '../../client/current-user.ts';
import { pathOf } from '../../client/paths.ts';
import { HOME } from '../../content/home.ts';
import { ArrowIcon } from '../../ui/icons.tsx';
import { Card } from '../../ui/surface.tsx';
import { RecentListings } from './recent-listings.tsx';
import { RegionalPrices } from './regional-prices.tsx';
import { Trending } from './trending.tsx';
import { useOfferContribution } from './use-offer-contribution.ts';
import { Welcome } from './welcome.tsx';

const ACTIONS = ['search', 'compare', 'analytics'] as const;

/** What other screens show too: handed in, since features do not know each other. */
interface HomeViewProps {
  stats: ReactNode;
  trend: ReactNode;
  depreciation: ReactNode;
  brands: ReactNode;
}

/** Where a member starts: the market at a glance, and the ways on. */
export function HomeView({ stats, trend, depreciation, brands }: HomeViewProps) {
  const { user } = useSession();
  useOfferContribution();
  return (
    <>
      <Welcome name={user?.firstName ?? ''} />
      <div className="frame grid grid-cols-1 gap-8 pt-8 pb-16">
        <nav aria-label={HOME.actions.label} className="no-print">
          <ul className="grid grid-cols-1 gap-3 sm:grid-cols-3 sm:gap-4">
            {ACTIONS.map((name) => (
              <li key={name}>
                <Link
                  to={pathOf(name)}
                  className="sign flex h-full items-center justify-between gap-3 p-5 hover:brightness-110"
                >
                  <span className="self-start">
                    <span className="block text-title font-extrabold">
                      {HOME.actions[name].title}
                    </span>
                    <span className="block text-small text-on-sign-muted">
                      {HOME.actions[name].text}
                    </span>
                  </span>
                  <ArrowIcon className="size-6 shrink-0 text-on-sign-accent" />
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        {stats}
        <div className="grid grid-cols-1 gap-4 lg:grid-cols-2 print:grid-cols-1">
          {trend}
          {depreciation}
        </div>
        <RecentListings />
        <div className="grid grid-cols-1 gap-4 lg:grid-cols-3 print:grid-cols-3">
          {brands}
          <Card className="grid content-start gap-3">
            <Trending />
          </Card>
          <Card className="grid content-start gap-3">
            <RegionalPrices />
          </Card>
        </div>
      </div>
    </>
  );
}
