import { toasts } from '../../client/toasts.ts';
import { PAYMENT } from '../../content/payments.ts';

/** What a form of either provider is given. */
export interface CardFormProps {
  clientSecret: string;
  /** What stands on the button. */
  submit: string;
  /** The sum, as it is shown. */
  price: string;
  /** The card is about to be handed over. */
  onPay: () => void;
  /** The provider took the payment, or is still working on it. */
  onDone: (outcome: 'succeeded' | 'processing') => void;
}

/** The provider refused; it was told why, and nothing was charged. */
export const showPaymentFailed = (reason: string | undefined): void =>
  toasts.show({
    title: PAYMENT.failed.title,
    text: reason === undefined || reason === '' ? PAYMENT.failed.text : reason,
    tone: 'bad',
  });
