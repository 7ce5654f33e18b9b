import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '../../client/current-user.ts';
import { useSignInPrompt } from '../../client/sign-in-prompt.ts';
import { usePlan } from '../../client/use-plan.ts';
import { CHECKOUT, PAYMENT } from '../../content/payments.ts';
import { Button } from '../../ui/button.tsx';
import { CheckList } from '../../ui/check-list.tsx';
import { paymentIntentQuery } from './intents.ts';
import { PaymentPage } from './payment-page.tsx';
import { Payment } from './payment.tsx';

/** `/checkout`: five dollars, once. Open to everyone; paying needs an account. */
export function CheckoutView() {
  const { signedIn, pending } = useSession();
  const plan = usePlan(signedIn);
  const intent = useQuery(paymentIntentQuery(plan === 'unpaid' || plan === 'monthly'));
  const isKnown = !pending && (!signedIn || plan !== null);
  const owned = plan === 'lifetime' ? PAYMENT.owned.lifetime : undefined;
  return (
    <PaymentPage
      words={CHECKOUT}
      owned={isKnown ? owned : null}
      payment={
        signedIn ? (
          <>
            {plan === 'monthly' && <p className="mb-4">{CHECKOUT.endsMonthly}</p>}
            <Payment intent={intent} submit={CHECKOUT.submit} price={CHECKOUT.price} lifetime />
          </>
        ) : (
          <SignInFirst />
        )
      }
    >
      <section>
        <h2 className="text-heading">{CHECKOUT.unlocksTitle}</h2>
        <CheckList items={CHECKOUT.unlocks} className="mt-4 gap-3 text-lead" />
      </section>
      <section className="max-w-2xl">
        <h2 className="font-bold">{CHECKOUT.terms.title}</h2>
        <p className="mt-1 text-small text-ink-muted">{CHECKOUT.terms.text}</p>
      </section>
    </PaymentPage>
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
