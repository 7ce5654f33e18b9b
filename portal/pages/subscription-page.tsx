import { SubscriptionView } from '../features/payments/subscription-view.tsx';

export function Page() {
  return <SubscriptionView />;
}
