import type { ReactNode } from 'react';
import { DEPRECIATION_PAGE } from '../../content/landing.ts';
import { Card } from '../../ui/surface.tsx';

/** The analyzer's own page: hero, calculator, how it works, buying strategy. */
export function DepreciationView({ calculator }: { calculator: ReactNode }) {
  const { hero, howItWorks, buying } = DEPRECIATION_PAGE;
  return (
    <>
      <section className="no-print frame pt-10 pb-6 sm:pt-14 sm:pb-8">
        <p className="font-bold text-primary">{hero.eyebrow}</p>
        <h1 className="mt-2 max-w-[22ch] text-display font-black">{hero.title}</h1>
        <p className="mt-4 max-w-2xl text-lead text-ink-muted">{hero.text}</p>
        <div className="centre-line mt-6 max-w-md" />
      </section>
      <div className="frame">{calculator}</div>
      <section aria-labelledby="how-title" className="no-print frame pt-16">
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
      <section aria-labelledby="buying-title" className="no-print frame py-16">
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
      </section>
    </>
  );
}
