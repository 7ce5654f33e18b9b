import type { ReactNode } from 'react';
import { BUYING } from '../../content/buying.ts';

/** The real-time analyzer's page; the form with its answers is handed in, since features do not know each other. */
export function BuyingView({ analyzer }: { analyzer: ReactNode }) {
  const { hero } = BUYING;
  return (
    <>
      <section className="no-print frame pt-10 pb-6 sm:pt-14 sm:pb-8">
        <p className="font-bold text-primary">{hero.eyebrow}</p>
        <h1 className="mt-2 max-w-[22ch] text-display font-black">{hero.title}</h1>
        <p className="mt-4 max-w-2xl text-lead text-ink-muted">{hero.text}</p>
        <div className="centre-line mt-6 max-w-md" />
      </section>
      <div className="frame pb-16">{analyzer}</div>
    </>
  );
}
