import type { ReactNode } from 'react';
import { useSession } from '../../client/current-user.ts';
import { DASHBOARD } from '../../content/data-dashboard.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { pathOf } from '../../client/paths.ts';
import { Architecture } from './architecture.tsx';
import { BuyingDemo } from './buying-demo.tsx';
import { Contributed } from './contributed.tsx';
import { ForceRefresh } from './force-refresh.tsx';
import { MarketplaceScraper } from './marketplace-scraper.tsx';
import { ScraperControl } from './scraper-control.tsx';
import { SummaryCards } from './summary-cards.tsx';
import { SystemStatus } from './system-status.tsx';

interface DashboardViewProps {
  /** Shown by other screens too, and handed in: features do not know each other. */
  freshness: ReactNode;
  /** For those who can look into it. */
  health: ReactNode;
  accuracy: ReactNode;
}

/** What the figures are made of, from the whole to the parts; staff set collections going. */
export function DashboardView({ freshness, health, accuracy }: DashboardViewProps) {
  const { user } = useSession();
  const isStaff = user?.staff === true;
  return (
    <div className="frame grid grid-cols-1 gap-6 pt-6 pb-12 sm:pt-10">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <PageHead title={DASHBOARD.title} text={DASHBOARD.intro} />
          <p className="mt-2 flex min-h-9 flex-wrap items-center gap-x-4">
            {freshness}
            {user?.staffControls === true && (
              <TextLink to={pathOf('admin')} className="shrink-0 max-sm:basis-full">
                {DASHBOARD.admin}
              </TextLink>
            )}
          </p>
        </div>
        {isStaff && <ForceRefresh />}
      </header>
      {user?.staffControls === true && health}
      <SummaryCards />
      <BuyingDemo />
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        <ScraperControl isStaff={isStaff} />
        <MarketplaceScraper />
      </div>
      <SystemStatus />
      <Contributed />
      <Architecture accuracy={accuracy} />
    </div>
  );
}
