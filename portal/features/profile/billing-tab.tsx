import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { cancelSubscription, getProfile, resumeSubscription, usage } from '#schemas/api/account.ts';
import { api } from '../../client/api.ts';
import { isLoadedAnew, pathOf, type RouteName } from '../../client/paths.ts';
import { showFailed } from '../../client/show-failed.ts';
import { type Subscription, subscriptionQuery } from '../../client/subscription.ts';
import { toasts } from '../../client/toasts.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { BILLING, SETTINGS } from '../../content/profile.ts';
import { CheckList } from '../../ui/check-list.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button, buttonClasses, type ButtonLook } from '../../ui/button.tsx';
import { LaterDialog } from '../../ui/later-dialog.tsx';
import { date, usd } from '../../ui/format.ts';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Card, Skeleton } from '../../ui/surface.tsx';
import { Fact, Facts } from './facts.tsx';
import type { Profile } from './queries.ts';

/** Where the focus goes on when the plan was cancelled or resumed. */
const HEADING = 'plan';

/** What is paid for, or what could be. */
export function BillingTab({ profile }: { profile: Profile }) {
  const premium = profile.subscriptionStatus === 'premium';
  const subscription = useQuery(subscriptionQuery(premium));
  return (
    <div className="mx-auto max-w-2xl">
      {!premium ? (
        <UpgradeCard />
      ) : subscription.data !== undefined ? (
        subscription.data === null ? (
          <Lifetime />
        ) : (
          <CurrentPlan subscription={subscription.data} />
        )
      ) : subscription.isError ? (
        <LoadFailed words={BILLING.failed} query={subscription} />
      ) : (
        <Skeleton className="h-72 rounded-card" />
      )}
    </div>
  );
}

function CurrentPlan({ subscription }: { subscription: Subscription }) {
  const [asking, setAsking] = useState(false);
  const words = BILLING.current;
  const { amount, status, currentPeriodEnd, cancelAtPeriodEnd } = subscription;
  /** Of a month that is owed nothing was paid: no day of it is a promise. */
  const isOwed = status === 'past_due';
  const end = date(currentPeriodEnd);
  return (
    <Card>
      <h2 id={HEADING} tabIndex={-1} className="mb-2 text-title outline-none">
        {words.title}
      </h2>
      {isOwed && !cancelAtPeriodEnd && (
        <Alert
          tone="warning"
          title={words.pastDue}
          className="mb-3"
          action={<PayLink to="subscription">{words.pay}</PayLink>}
        />
      )}
      <Facts>
        <Fact name={words.plan}>{words.planName}</Fact>
        <Fact name={words.amount}>{words.perMonth(usd(amount / 100))}</Fact>
        <Fact name={words.status}>
          {cancelAtPeriodEnd ? words.cancelled : (words.statuses[status] ?? status)}
        </Fact>
        {!isOwed && <Fact name={cancelAtPeriodEnd ? words.until : words.next}>{end}</Fact>}
      </Facts>
      {!cancelAtPeriodEnd && (
        <Button look="secondary" className="mt-4" onClick={() => setAsking(true)}>
          {words.cancel}
        </Button>
      )}
      {cancelAtPeriodEnd && !isOwed && <Resume end={end} />}
      <p className="mt-5 border-t border-edge pt-4 text-small text-ink-muted">
        {BILLING.toLifetime}{' '}
        <PayLink to="checkout" look="quiet">
          {BILLING.toLifetimeLink}
        </PayLink>
      </p>
      <CancelDialog open={asking} end={isOwed ? null : end} onClose={() => setAsking(false)} />
    </Card>
  );
}

/** For who has cancelled, and changed their mind before the plan ended. */
function Resume({ end }: { end: string }) {
  const queryClient = useQueryClient();
  const words = BILLING.resuming;
  const resume = useMutation({
    mutationFn: () => api(resumeSubscription, {}),
    onSuccess: () => {
      const { title, text } = words.done;
      toasts.show({ title, text: text(end), tone: 'good' });
      showCancelled(queryClient, { cancelAtPeriodEnd: false });
    },
    onError: (error) => showFailed(words.failed, error),
  });
  return (
    <Button
      look="secondary"
      className="mt-4"
      heir={HEADING}
      busy={resume.isPending}
      onClick={() => resume.mutate()}
    >
      {resume.isPending ? words.pending : words.action}
    </Button>
  );
}

/** Not asked for anew: the server tells of it once the payment provider's event is in, a moment later. */
const showCancelled = (
  queryClient: QueryClient,
  said: Pick<Subscription, 'cancelAtPeriodEnd'> & Partial<Pick<Subscription, 'status'>>,
) =>
  queryClient.setQueryData(
    subscriptionQuery(true).queryKey,
    (plan) => plan && { ...plan, ...said },
  );

interface CancelDialogProps {
  open: boolean;
  /** The day Premium lasts to; null where a month is owed, and it ends at once. */
  end: string | null;
  onClose: () => void;
}

function CancelDialog({ open, end, onClose }: CancelDialogProps) {
  const queryClient = useQueryClient();
  const words = BILLING.cancelling;
  const cancel = useMutation({
    mutationFn: () => api(cancelSubscription, {}),
    onSuccess: ({ endsNow }) => {
      const { title, text } = words.done;
      // What was owed may have been paid since the page was opened.
      toasts.show({ title, text: endsNow ? words.owed.done : text, tone: 'good' });
      showCancelled(queryClient, {
        cancelAtPeriodEnd: true,
        status: endsNow ? 'past_due' : 'active',
      });
      for (const path of [getProfile.path, usage.path])
        void queryClient.invalidateQueries({ queryKey: [path] });
    },
    onError: (error) => showFailed(words.failed, error),
    onSettled: onClose,
  });
  return (
    <LaterDialog
      open={open}
      onOpenChange={onClose}
      title={words.title}
      description={end === null ? words.owed.text : words.text(end)}
      closeLabel={SETTINGS.close}
      busy={cancel.isPending}
      heir={HEADING}
    >
      <div className="mt-5 flex flex-wrap gap-2">
        <Button look="danger" disabled={cancel.isPending} onClick={() => cancel.mutate()}>
          {cancel.isPending ? words.pending : words.confirm}
        </Button>
        <Button look="secondary" busy={cancel.isPending} onClick={onClose}>
          {words.keep}
        </Button>
      </div>
    </LaterDialog>
  );
}

const Lifetime = () => (
  <Card>
    <h2 className="text-title">{BILLING.lifetime.title}</h2>
    <p className="mt-1 text-ink-muted">{BILLING.lifetime.text}</p>
  </Card>
);

const UpgradeCard = () => (
  <Card>
    <h2 className="text-title">{BILLING.upgrade.title}</h2>
    <p className="mt-2 flex items-baseline gap-2">
      <span className="tabular text-figure font-black text-primary">{BILLING.upgrade.price}</span>
      <span className="font-bold text-ink-muted">{BILLING.upgrade.per}</span>
    </p>
    <CheckList items={BILLING.upgrade.benefits} className="mt-3 gap-1.5" />
    <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2">
      <PayLink to="subscription" look="primary">
        {BILLING.upgrade.action}
      </PayLink>
      <p className="text-small text-ink-muted">{BILLING.upgrade.guarantee}</p>
    </div>
  </Card>
);

interface PayLinkProps {
  to: Extract<RouteName, 'subscription' | 'checkout'>;
  look?: ButtonLook;
  children: string;
}

const PayLink = ({ to, look = 'secondary', children }: PayLinkProps) => (
  <Link
    to={pathOf(to)}
    reloadDocument={isLoadedAnew(to)}
    className={buttonClasses(
      look,
      look === 'primary' ? 'regular' : 'small',
      look === 'quiet' ? '-mx-3' : undefined,
    )}
  >
    {children}
  </Link>
);
