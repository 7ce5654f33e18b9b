import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { pathOf } from '../../client/paths.ts';
import { useAddress } from '../../client/use-address.ts';
import { DEPRECIATION_PAGE } from '../../content/landing.ts';
import { PageHero } from '../../ui/page-hero.tsx';
import { buttonClasses } from '../../ui/button.tsx';
import { ArrowIcon } from '../../ui/icons.tsx';
import { Card } from '../../ui/surface.tsx';

/** The analyzer's own page: hero, calculator, how it works, buying strategy. */
export function DepreciationView({ calculator }: { calculator: ReactNode }) {
  const { hero, howItWorks, buying } = DEPRECIATION_PAGE;
  // The analyzer of prices has the same form, and reads the same address.
  const { params } = useAddress();
  return (
    <>
      <PageHero words={hero} />
      <div className="frame">{calculator}</div>
      <section aria-labelledby="how-title" className="tells-purpose frame pt-16 print:pt-4">
        <h2 id="how-title" className="text-heading">
          {howItWorks.title}
        </h2>
        <ol className="mt-6 grid gap-6 sm:grid-cols-3">
          {howItWorks.steps.map((step, index) => (
            <li key={step.title} className="grid grid-cols-[auto_1fr] gap-x-4">
              <span className="tabular grid size-11 place-items-center rounded-control bg-primary text-title font-black text-on-primary">
                {index + 1}
              </span>
              <div>
                <h3 className="text-title">{step.title}</h3>
                <p className="mt-1 text-ink-muted">{step.text}</p>
              </div>
            </li>
          ))}
        </ol>
      </section>
      <section aria-labelledby="buying-title" className="tells-purpose frame py-16 print:pt-4">
        <h2 id="buying-title" className="text-heading">
          {buying.title}
        </h2>
        <ul className="mt-6 grid gap-4 sm:grid-cols-2">
          {buying.cards.map((card) => (
            <li key={card.title}>
              <Card className="h-full">
                <h3 className="text-title">{card.title}</h3>
                <p className="mt-1 text-ink-muted">{card.text}</p>
              </Card>
            </li>
          ))}
        </ul>
        <Link
          to={{ pathname: pathOf('realtimeAnalyzer'), search: params.toString() }}
          className={buttonClasses('secondary', 'regular', 'mt-6')}
        >
          {buying.judge}
          <ArrowIcon className="size-5" />
        </Link>
      </section>
    </>
  );
}
