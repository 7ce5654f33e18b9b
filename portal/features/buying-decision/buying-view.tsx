import type { ReactNode } from 'react';
import { BUYING } from '../../content/buying.ts';
import { PageHero } from '../../ui/page-hero.tsx';

/** The real-time analyzer's page; the form with its answers is handed in, since features do not know each other. */
export function BuyingView({ analyzer }: { analyzer: ReactNode }) {
  return (
    <>
      <PageHero words={BUYING.hero} />
      <div className="frame pb-16">{analyzer}</div>
    </>
  );
}
