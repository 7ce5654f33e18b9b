import type { BuyingDecision } from '#schemas/api/analysis.ts';
import { BUYING } from '../../content/buying.ts';
import { count, percentFine, percent } from '../../ui/format.ts';
import { Card } from '../../ui/surface.tsx';

/** When it is bought and how many there are to choose from, and what it will lose. */
export function MarketTiming({ decision }: { decision: BuyingDecision }) {
  const { season, inventory, forecast } = BUYING;
  const { factors } = decision;
  const { depreciationSchedule: years } = decision.valuation;
  const known = (name: string) => factors.find(({ factor, known }) => known && factor === name);
  const [seasonFactor, supplyFactor] = [known('season'), known('supply')];
  return (
    <dl className="grid gap-4 sm:grid-cols-3">
      <Fact
        title={season.title}
        figure={seasonFactor ? season.timings[decision.seasonalTiming] : season.unknown}
        text={seasonFactor?.detail ?? season.unknownText}
      />
      <Fact
        title={inventory.title}
        figure={decision.inventoryLevels.toUpperCase()}
        text={supplyFactor?.detail ?? inventory.unknownText}
      />
      <Fact
        title={forecast.title}
        figure={percentFine(years[0]?.depreciationPercentage ?? 0)}
        text={forecast.text(
          count(years.length),
          percent(years.at(-1)?.cumulativeDepreciation ?? 0),
        )}
      />
    </dl>
  );
}

interface FactProps {
  title: string;
  figure: string;
  text: string;
}

const Fact = ({ title, figure, text }: FactProps) => (
  <Card>
    <dt className="font-bold text-ink-muted">{title}</dt>
    <dd>
      <p className="tabular mt-1 text-heading font-extrabold tracking-tight">{figure}</p>
      <p className="mt-1 text-small text-ink-muted">{text}</p>
    </dd>
  </Card>
);
