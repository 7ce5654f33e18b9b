import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { Appearance, Stripe, StripeElements } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { pathOf } from '../../client/paths.ts';
import { toasts } from '../../client/toasts.ts';
import { PAYMENT } from '../../content/payments.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { type CardFormProps, showPaymentFailed } from './card-form.ts';
import { paidMeanwhile } from './paid-meanwhile.ts';

/** Stripe's frame cannot see our style sheet: it is told the colours that hold where it will stand. */
function appearanceIn(frame: HTMLElement): Appearance {
  const { backgroundColor, color, accentColor, outlineColor } = getComputedStyle(frame);
  return {
    theme: 'flat',
    variables: {
      colorBackground: backgroundColor,
      colorText: color,
      colorPrimary: accentColor,
      colorDanger: outlineColor,
      borderRadius: '10px',
    },
    rules: { '.Input': { border: `1px solid ${color}` } },
  };
}

type Form = { status: 'loading' | 'failed' } | { status: 'ready'; pay: () => Promise<void> };

/** Stripe's own form, with cards and wallets. What is typed there never reaches us. */
export function StripeForm({
  clientSecret,
  publishableKey,
  submit,
  onPay,
  onDone,
}: CardFormProps & { publishableKey: string }) {
  const queryClient = useQueryClient();
  const frame = useRef<HTMLDivElement>(null);
  const [form, setForm] = useState<Form>({ status: 'loading' });
  const [busy, setBusy] = useState(false);
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });

  useEffect(() => {
    let gone = false;
    let unmount = (): void => undefined;
    const mount = (stripe: Stripe | null): void => {
      if (gone || frame.current === null) return;
      if (stripe === null) return setForm({ status: 'failed' });
      const elements = stripe.elements({ clientSecret, appearance: appearanceIn(frame.current) });
      const payment = elements.create('payment');
      payment.on('ready', () =>
        setForm({
          status: 'ready',
          pay: () => confirm(stripe, elements, queryClient, done.current),
        }),
      );
      payment.on('loaderror', () => setForm({ status: 'failed' }));
      payment.mount(frame.current);
      unmount = () => payment.destroy();
    };
    loadStripe(publishableKey).then(mount, () => {
      if (!gone) setForm({ status: 'failed' });
    });
    return () => {
      gone = true;
      unmount();
    };
  }, [clientSecret, publishableKey, queryClient]);

  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (form.status !== 'ready') return;
    setBusy(true);
    // What it says is of another card.
    toasts.dismiss();
    onPay();
    try {
      await form.pay();
    } catch {
      showPaymentFailed(undefined);
    }
    setBusy(false);
  };

  if (form.status === 'failed')
    return (
      <Alert
        tone="destructive"
        live
        title={PAYMENT.card.failed}
        action={
          <Button size="small" onClick={() => location.reload()}>
            {PAYMENT.retry}
          </Button>
        }
      />
    );
  return (
    <form
      aria-label={PAYMENT.label}
      aria-busy={form.status === 'loading'}
      className="grid gap-4"
      onSubmit={(event) => void send(event)}
    >
      {form.status === 'loading' && (
        <p role="status" className="text-ink-muted">
          {PAYMENT.card.loading}
        </p>
      )}
      <div ref={frame} className="min-h-56 bg-surface text-ink accent-primary outline-danger" />
      <Button type="submit" className="min-h-12" disabled={busy || form.status !== 'ready'}>
        {busy ? PAYMENT.processing : submit}
      </Button>
    </form>
  );
}

/** Some ways to pay lead away, to the bank; those come back to the profile by themselves. */
async function confirm(
  stripe: Stripe,
  elements: StripeElements,
  queryClient: QueryClient,
  onDone: CardFormProps['onDone'],
): Promise<void> {
  const { error, paymentIntent } = await stripe.confirmPayment({
    elements,
    confirmParams: { return_url: `${location.origin}${pathOf('profile')}?upgraded=true` },
    redirect: 'if_required',
  });
  if (!error) return onDone(paymentIntent.status === 'succeeded' ? 'succeeded' : 'processing');
  const settled = error.code === 'payment_intent_unexpected_state';
  if (settled && (await paidMeanwhile(queryClient))) return;
  showPaymentFailed(error.message);
}
