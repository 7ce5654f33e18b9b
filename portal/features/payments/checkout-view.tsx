import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '../../client/current-user.ts';
import { useSignInPrompt } from '../../client/sign-in-prompt.ts';
import { CHECKOUT, PAYMENT } from '../../content/payments.ts';
import { CheckList } from '../../ui/check-list.tsx';
import { Button } from '../../ui/button.tsx';
import { PageHero } from '../../ui/page-hero.tsx';
import { Card, Skeleton } from '../../ui/surface.tsx';
import { paymentIntentQuery } from './intents.ts';
import { NothingToPay, Payment } from './payment.tsx';
import { Badges, Price } from './price.tsx';
import { useLifetime } from '../../client/use-lifetime.ts';

/** `/checkout`: five dollars, once. Open to everyone; paying needs an account. */
export function CheckoutView() {
  const { signedIn, pending } = useSession();
  const lifetime = useLifetime(signedIn);
  const intent = useQuery(paymentIntentQuery(signedIn && lifetime === false));
  return (
    <>
      <PageHero words={lifetime === true ? PAYMENT.lifetime : CHECKOUT} />
      <div className="frame grid grid-cols-1 items-start gap-6 pb-12 lg:grid-cols-[minmax(0,1fr)_28rem]">
        <div className="grid gap-6">
          <section>
            <h2 className="text-heading">{CHECKOUT.unlocksTitle}</h2>
            <CheckList items={CHECKOUT.unlocks} className="mt-4 gap-3 text-lead" />
          </section>
          <section className="max-w-2xl">
            <h2 className="font-bold">{CHECKOUT.terms.title}</h2>
            <p className="mt-1 text-small text-ink-muted">{CHECKOUT.terms.text}</p>
          </section>
        </div>
        <Card className="max-lg:order-first">
          <h2 className="sr-only">{PAYMENT.label}</h2>
          {lifetime === true ? (
            <NothingToPay>{PAYMENT.lifetime.text}</NothingToPay>
          ) : (
            <>
              <Price price={CHECKOUT.price} note={CHECKOUT.priceNote} />
              <Badges names={CHECKOUT.badges} />
              {pending && <Skeleton className="h-40" />}
              {!pending && !signedIn && <SignInFirst />}
              {signedIn && (
                <Payment intent={intent} submit={CHECKOUT.submit} price={CHECKOUT.price} />
              )}
            </>
          )}
        </Card>
      </div>
    </>
  );
}

/** Opens the modal at once; signing in loads this page anew. */
function SignInFirst() {
  const openSignIn = useSignInPrompt();
  useEffect(() => {
    openSignIn('sign-in');
    // Once, on arrival: who closes it has the button.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  const { title, text, action } = CHECKOUT.signIn;
  return (
    <>
      <h3 className="text-title">{title}</h3>
      <p className="mt-1 text-ink-muted">{text}</p>
      <Button size="large" className="mt-4 w-full" onClick={() => openSignIn('sign-in')}>
        {action}
      </Button>
    </>
  );
}
