import type { UseQueryResult } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router-dom';
import { ApiFailure, isSomebodyElse, reasonOf } from '../../client/failures.ts';
import type { HistoryState } from '../../client/history-state.ts';
import { pathOf } from '../../client/paths.ts';
import { notePaidForLife } from '../../client/plan-paid-for.ts';
import { toasts } from '../../client/toasts.ts';
import { PAYMENT } from '../../content/payments.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { later } from '../../ui/later.tsx';
import { Part } from '../../ui/part.tsx';
import { Skeleton } from '../../ui/surface.tsx';
import type { CardFormProps } from './card-form.ts';
import type { Intent } from './intents.ts';
import { SandboxForm } from './sandbox-form.tsx';

const StripeForm = later(async () => (await import('./stripe-form.tsx')).StripeForm);

interface PaymentProps {
  intent: UseQueryResult<Intent>;
  submit: string;
  price: string;
  /** What is paid for: once, for life. */
  lifetime?: boolean;
}

/** Where a card is typed in, once the server has begun a payment. Its webhook alone gives Premium. */
export function Payment({ intent, submit, price, lifetime = false }: PaymentProps) {
  const navigate = useNavigate();
  const onDone: CardFormProps['onDone'] = (outcome) => {
    const left: HistoryState = { welcomed: outcome === 'succeeded' };
    if (left.welcomed) toasts.show({ ...PAYMENT.done, tone: 'good' });
    void navigate(`${pathOf('profile')}?upgraded=true`, { state: left });
  };

  if (intent.isPending) return <SettingUp>{PAYMENT.settingUp}</SettingUp>;
  if (
    intent.error instanceof ApiFailure &&
    intent.error.status === 409 &&
    !isSomebodyElse(intent.error)
  )
    return <NothingToPay>{reasonOf(intent.error, '')}</NothingToPay>;
  if (intent.isError || intent.data.clientSecret === '')
    return (
      <Alert
        tone="destructive"
        live
        title={PAYMENT.failedToStart}
        action={
          <Button size="small" onClick={() => location.reload()}>
            {PAYMENT.retry}
          </Button>
        }
      >
        {reasonOf(intent.error, '') || undefined}
      </Alert>
    );
  const { clientSecret, publishableKey, sandbox } = intent.data;
  const onPay = () => notePaidForLife(lifetime);
  const form = { clientSecret, submit, price, onPay, onDone };
  if (sandbox || publishableKey === null) return <SandboxForm {...form} />;
  return (
    <Part waiting={<SettingUp>{PAYMENT.settingUp}</SettingUp>}>
      <StripeForm {...form} publishableKey={publishableKey} />
    </Part>
  );
}

/** For who has what could be paid for. */
export const NothingToPay = ({ children }: { children: string }) => (
  <Alert
    tone="info"
    live
    title={PAYMENT.nothingToPay}
    action={
      <Link to={`${pathOf('profile')}?tab=billing`} className={buttonClasses('secondary', 'small')}>
        {PAYMENT.toBilling}
      </Link>
    }
  >
    {children}
  </Alert>
);

const SettingUp = ({ children }: { children: string }) => (
  <div className="grid gap-3">
    <p role="status" className="text-ink-muted">
      {children}
    </p>
    <Skeleton className="h-12" />
    <Skeleton className="h-64" />
    <Skeleton className="h-13" />
  </div>
);
