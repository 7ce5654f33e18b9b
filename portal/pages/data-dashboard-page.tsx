import { AccuracyClaim } from '../features/accuracy/accuracy-claim.tsx';
import { Health } from '../features/admin/health.tsx';
import { DashboardView } from '../features/data-dashboard/dashboard-view.tsx';
import { FreshnessBadge } from '../features/search/freshness-badge.tsx';

export function Page() {
  return (
    <DashboardView
      freshness={<FreshnessBadge />}
      health={<Health open={false} />}
      accuracy={<AccuracyClaim />}
    />
  );
}
