import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useSession } from '../../client/current-user.ts';
import { isLoadedAnew, pathOf } from '../../client/paths.ts';
import { useSignInPrompt } from '../../client/sign-in-prompt.ts';
import { subscriptionQuery } from '../../client/subscription.ts';
import { usePlan } from '../../client/use-plan.ts';
import { PAYMENT, SUBSCRIPTION } from '../../content/payments.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { Card, Skeleton } from '../../ui/surface.tsx';
import { Cell, Head, Table } from '../../ui/table.tsx';
import { subscriptionIntentQuery } from './intents.ts';
import { PaymentPage } from './payment-page.tsx';
import { Payment } from './payment.tsx';

const words = SUBSCRIPTION;

/** `/subscription`: Premium by the month, for who is signed in. */
export function SubscriptionView() {
  const { signedIn, pending } = useSession();
  const plan = usePlan(signedIn);
  const intent = useQuery(subscriptionIntentQuery(plan === 'unpaid'));
  const subscription = useQuery(subscriptionQuery(plan === 'monthly'));
  const owned =
    plan === 'monthly' && subscription.data?.cancelAtPeriodEnd === true ? 'ending' : plan;
  if (pending)
    return (
      <div className="frame py-12" aria-busy="true">
        <Skeleton className="h-96 rounded-card" />
      </div>
    );
  if (!signedIn) return <SignInRequired />;
  return (
    <PaymentPage
      words={words}
      owned={owned === null ? null : owned === 'unpaid' ? undefined : PAYMENT.owned[owned]}
      payment={<Payment intent={intent} submit={words.submit} price={words.price} />}
      otherwise={plan !== 'lifetime' && <PayOnce />}
    >
      <section>
        <h2 className="text-heading">{words.featuresTitle}</h2>
        <ul className="mt-4 grid gap-4 sm:grid-cols-2">
          {words.features.map(({ title, text }) => (
            <li key={title} className="flex gap-3">
              <CheckIcon className="mt-0.5 size-5 shrink-0 text-primary" />
              <div>
                <h3 className="leading-snug font-bold">{title}</h3>
                <p className="text-ink-muted">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </section>
      <section className="min-w-0">
        <h2 className="mb-3 text-heading">{words.compare.title}</h2>
        <Card>
          <Comparison />
        </Card>
      </section>
    </PaymentPage>
  );
}

const PayOnce = () => (
  <p className="mt-4 text-center text-small text-ink-muted">
    {words.oneTime}{' '}
    <Link
      to={pathOf('checkout')}
      reloadDocument={isLoadedAnew('checkout')}
      className={buttonClasses('quiet', 'small', '-mx-3')}
    >
      {words.oneTimeLink}
    </Link>
  </p>
);

const Comparison = () => (
  <Table caption={words.compare.title}>
    <thead>
      <tr>
        <Head>{words.compare.feature}</Head>
        <Head>{words.compare.free}</Head>
        <Head>{words.compare.premium}</Head>
      </tr>
    </thead>
    <tbody>
      {words.compare.rows.map(([feature, free, premium]) => (
        <tr key={feature}>
          <Head row>{feature}</Head>
          <Cell muted>{free}</Cell>
          <Cell strong>{premium}</Cell>
        </tr>
      ))}
    </tbody>
  </Table>
);

function SignInRequired() {
  const openSignIn = useSignInPrompt();
  const { title, text, action, home } = words.signIn;
  return (
    <div className="frame grid min-h-[75vh] place-content-center py-12">
      <Card className="max-w-md text-center">
        <h1 className="text-heading">{title}</h1>
        <p className="mt-2 text-ink-muted">{text}</p>
        <div className="mt-5 flex flex-wrap justify-center gap-3">
          <Button onClick={() => openSignIn('sign-in')}>{action}</Button>
          <Link to={pathOf('landing')} className={buttonClasses('secondary')}>
            {home}
          </Link>
        </div>
      </Card>
    </div>
  );
}
