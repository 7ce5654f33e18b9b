import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useSession } from '../../client/current-user.ts';
import { isLoadedAnew, pathOf } from '../../client/paths.ts';
import { PAYMENT, SUBSCRIPTION } from '../../content/payments.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { PageHero } from '../../ui/page-hero.tsx';
import { Card, Skeleton } from '../../ui/surface.tsx';
import { Cell, Head, Table } from '../../ui/table.tsx';
import { subscriptionIntentQuery } from './intents.ts';
import { NothingToPay, Payment } from './payment.tsx';
import { Badges, Price } from './price.tsx';
import { useLifetime } from '../../client/use-lifetime.ts';

const words = SUBSCRIPTION;

/** `/subscription`: Premium by the month, for who is signed in. */
export function SubscriptionView() {
  const { signedIn, pending } = useSession();
  const lifetime = useLifetime(signedIn);
  const intent = useQuery(subscriptionIntentQuery(signedIn && lifetime === false));
  if (pending)
    return (
      <div className="frame py-12" aria-busy="true">
        <Skeleton className="h-96 rounded-card" />
      </div>
    );
  if (!signedIn) return <SignInRequired />;
  return (
    <>
      <PageHero words={lifetime === true ? PAYMENT.lifetime : words} />
      <div className="frame grid grid-cols-1 items-start gap-6 pb-12 lg:grid-cols-[minmax(0,1fr)_28rem]">
        <div className="grid min-w-0 gap-8">
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
        </div>
        <Card className="max-lg:order-first">
          <h2 className="sr-only">{PAYMENT.label}</h2>
          {lifetime === true ? (
            <NothingToPay>{PAYMENT.lifetime.text}</NothingToPay>
          ) : (
            <>
              <Price price={words.price} note={words.priceNote} />
              <Badges names={words.badges} />
              <Payment intent={intent} submit={words.submit} price={words.price} />
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
            </>
          )}
        </Card>
      </div>
    </>
  );
}

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

const SignInRequired = () => (
  <div className="frame grid min-h-[75vh] place-content-center py-12">
    <Card className="max-w-md text-center">
      <h1 className="text-heading">{words.signIn.title}</h1>
      <p className="mt-2 text-ink-muted">{words.signIn.text}</p>
      <Link to={pathOf('landing')} className={buttonClasses('primary', 'regular', 'mt-5')}>
        {words.signIn.action}
      </Link>
    </Card>
  </div>
);
