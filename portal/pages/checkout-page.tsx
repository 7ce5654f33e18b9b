import { CheckoutView } from '../features/payments/checkout-view.tsx';

export function Page() {
  return <CheckoutView />;
}
