import { ANALYSIS } from '../../content/analysis-results.ts';
import { CALCULATOR } from '../../content/calculator.ts';
import { isWeb } from '../../client/listing-rules.ts';
import { count, date, signedUsd, usd } from '../../ui/format.ts';
import { RvName } from '../../ui/rv-name.tsx';
import { TitledCard } from '../../ui/titled-card.tsx';
import type { Analysis } from './analysis.ts';

const words = ANALYSIS.comparables;
type Comparable = Analysis['comparables'][number];

/** What others ask, and what was added or taken to compare it with this RV. */
export function Comparables({ analysis: { comparables } }: { analysis: Analysis }) {
  const none = comparables.length === 0;
  return (
    <TitledCard title={words.title} text={none ? words.none : words.text}>
      {!none && (
        <ul>
          {comparables.map((comparable) => (
            <ComparableItem key={comparable.listingId} comparable={comparable} />
          ))}
        </ul>
      )}
    </TitledCard>
  );
}

function ComparableItem({ comparable }: { comparable: Comparable }) {
  const { year, make, model, floorplan } = comparable;
  const parts = [String(year), make, model, floorplan].filter((part) => part !== '');
  const name = <RvName parts={parts} />;
  const facts = [
    comparable.condition === 'unknown' ? null : CALCULATOR.form.conditions[comparable.condition],
    comparable.mileage === null ? null : words.miles(count(comparable.mileage)),
    comparable.state || null,
    words.seen(date(comparable.observedAt)),
  ].filter((fact) => fact !== null);
  return (
    <li className="grid gap-x-6 gap-y-2 border-b border-edge py-3 last:border-b-0 print:py-2 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div>
        <p className="font-bold wrap-anywhere">
          {isWeb(comparable.url) ? (
            <a
              href={comparable.url}
              target="_blank"
              rel="noopener noreferrer nofollow"
              className="thumb inline-block text-primary underline underline-offset-4"
            >
              {name}
            </a>
          ) : (
            name
          )}
        </p>
        <p className="text-small text-ink-muted">{facts.join(', ')}</p>
      </div>
      <dl className="tabular grid grid-cols-[repeat(auto-fit,minmax(5.5rem,1fr))] gap-x-2 sm:grid-cols-[5.5rem_5.5rem_5.5rem] sm:gap-x-4 sm:text-end">
        <Figure label={words.asked}>{usd(comparable.price)}</Figure>
        <Figure label={words.adjustment}>{signedUsd(comparable.adjustment)}</Figure>
        <Figure label={words.adjusted} strong>
          {usd(comparable.adjustedPrice)}
        </Figure>
      </dl>
    </li>
  );
}

interface FigureProps {
  label: string;
  strong?: boolean;
  children: string;
}

const Figure = ({ label, strong = false, children }: FigureProps) => (
  <div>
    <dt className="text-small text-ink-muted">{label}</dt>
    <dd className={strong ? 'font-bold' : undefined}>{children}</dd>
  </div>
);
