import type { ReactNode } from 'react';
import { PAYMENT } from '../../content/payments.ts';
import { PageHero } from '../../ui/page-hero.tsx';
import { Card, Skeleton } from '../../ui/surface.tsx';
import { NothingToPay } from './payment.tsx';
import { Badges, Price } from './price.tsx';

interface PaymentPageProps {
  words: {
    eyebrow: string;
    title: string;
    text: string;
    price: string;
    priceNote: string;
    badges: readonly string[];
  };
  /** What this member has already, in place of the offer; null until that is known. */
  owned: typeof PAYMENT.owned.lifetime | null | undefined;
  /** Below the price: where it is paid. */
  payment: ReactNode;
  /** Another way to pay. */
  otherwise?: ReactNode;
  /** What one gets, beside it; on a phone it follows. */
  children: ReactNode;
}

/** What either page of payment is made of. */
export const PaymentPage = ({ words, owned, payment, otherwise, children }: PaymentPageProps) => (
  <>
    {/* Keys, here and below: what takes another's place is drawn anew, and is not seen to move. */}
    <PageHero key={owned?.title} words={owned ?? words} />
    {owned === null ? (
      <div key="waiting" className="frame pb-12" aria-busy="true">
        <Skeleton className="h-[60rem] rounded-card" />
      </div>
    ) : (
      <div className="frame grid grid-cols-1 items-start gap-6 pb-12 lg:grid-cols-[minmax(0,1fr)_28rem]">
        <div className="grid min-w-0 gap-8">{children}</div>
        <section aria-labelledby="payment" className="max-lg:order-first">
          <h2 id="payment" className="sr-only">
            {PAYMENT.label}
          </h2>
          {owned === undefined ? (
            <Card>
              <Price price={words.price} note={words.priceNote} />
              <Badges names={words.badges} />
              {payment}
              {otherwise}
            </Card>
          ) : (
            <>
              <NothingToPay>{owned.note}</NothingToPay>
              {otherwise}
            </>
          )}
        </section>
      </div>
    )}
  </>
);
