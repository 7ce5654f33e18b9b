import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useSession } from '../../client/current-user.ts';
import { pathOf } from '../../client/paths.ts';
import { useAddress } from '../../client/use-address.ts';
import { ADMIN } from '../../content/admin.ts';
import { later } from '../../ui/later.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Part } from '../../ui/part.tsx';
import { StaffOnly } from '../../ui/staff-only.tsx';
import { Skeleton } from '../../ui/surface.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { type AdminTab, adminPath, tabOf, tabsFor } from './address.ts';
import { DataCollection } from './collection/data-collection.tsx';
import { Health } from './health.tsx';

// Behind the tabs: loaded when opened.
const Sources = later(async () => (await import('./sources/sources.tsx')).Sources);
const DeadLetters = later(
  async () => (await import('./dead-letters/dead-letters.tsx')).DeadLetters,
);
const DataQuality = later(async () => (await import('./quality/data-quality.tsx')).DataQuality);
const SystemStats = later(async () => (await import('./system/system-stats.tsx')).SystemStats);
const NoSystemStats = later(async () => (await import('./system/system-stats.tsx')).NoSystemStats);

/** What staff run and watch: one glance says whether all is well, one step leads to why it is not. */
export function AdminView() {
  const { user } = useSession();
  const { params } = useAddress();
  const navigate = useNavigate();
  const mayControl = user?.staffControls === true;
  const tab = tabOf(params.get('tab'));
  const contents: Record<AdminTab, ReactNode> = {
    'data-collection': <DataCollection isStaff={user?.staff === true} mayControl={mayControl} />,
    sources: <Sources />,
    'dead-letters': <DeadLetters />,
    'data-quality': <DataQuality />,
    'system-stats': <SystemStats />,
  };
  const contentOf = (name: AdminTab): ReactNode => {
    if (mayControl || name === 'data-collection') return contents[name];
    return name === 'system-stats' ? <NoSystemStats /> : <StaffOnly />;
  };
  return (
    <div className="frame pt-6 pb-12 sm:pt-10">
      <header className="mb-6 flex flex-wrap items-end justify-between gap-3">
        <PageHead title={ADMIN.title} text={ADMIN.intro} />
        <Link
          to={pathOf('dataDashboard')}
          className="inline-flex min-h-11 items-center font-bold text-primary underline-offset-4 hover:underline"
        >
          {ADMIN.dashboard}
        </Link>
      </header>
      {mayControl && (
        <div className="mb-6">
          <Health open={tab === 'data-collection'} />
        </div>
      )}
      <Tabs
        label={ADMIN.views}
        value={tab}
        onChange={(next, how) => void navigate(adminPath(next), how)}
        tabs={tabsFor(mayControl, tab).map((value) => ({
          value,
          label: ADMIN.tabs[value],
          content: (
            <Part key={value} waiting={<Skeleton className="h-96 rounded-card" />}>
              {contentOf(value)}
            </Part>
          ),
        }))}
      />
    </div>
  );
}
