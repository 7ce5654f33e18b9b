import type { ReactNode } from 'react';
import type { MarketCount } from '../../client/market-data.ts';
import { ANALYTICS } from '../../content/analytics.ts';
import { MARKET_FIGURES } from '../../content/market-figures.ts';
import { count } from '../../ui/format.ts';
import { MedianPrice } from '../../ui/median-price.tsx';
import { Card } from '../../ui/surface.tsx';
import { againstStates, REGIONS } from './against-states.ts';

const words = ANALYTICS.regions;

/** Four states, each against all of them. */
export function Regions({ states }: { states: readonly MarketCount[] }) {
  return (
    <section aria-labelledby="regions-title">
      <h2 id="regions-title" className="text-title">
        {words.title}
      </h2>
      <p className="mb-3 text-ink-muted">{words.text}</p>
      <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-4 print:grid-cols-4">
        {REGIONS.map((name) => {
          const state = states.find((known) => known.name === name);
          const price = state?.medianPrice ?? null;
          return (
            <li key={name}>
              <Card className="h-full p-4 sm:p-5 print:p-2">
                <h3 className="text-title">{name}</h3>
                <dl className="tabular mt-2 grid gap-1">
                  <Figure label={words.listings}>{count(state?.listings ?? 0)}</Figure>
                  <Figure label={words.price}>
                    {state === undefined ? MARKET_FIGURES.none : <MedianPrice {...state} />}
                  </Figure>
                </dl>
                <p className="mt-2 text-small text-ink-muted">{againstStates(price, states)}</p>
              </Card>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-3">
    <dt className="text-small text-ink-muted">{label}</dt>
    <dd className="ml-auto text-end font-bold">{children}</dd>
  </div>
);
