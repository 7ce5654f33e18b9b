import { ACCURACY } from '../../content/accuracy.ts';
import { count, percentFine, share } from '../../ui/format.ts';
import { Card } from '../../ui/surface.tsx';
import type { Accuracy } from './queries.ts';

const words = ACCURACY.headline;

/** Median error used and new, and how often the range held. */
export function Headline({ report }: { report: Accuracy }) {
  const used = report.used.overall;
  const ofNew = report.new.overall;
  const error = (figures: { medianError: number } | null) =>
    figures === null ? ACCURACY.tooFew : percentFine(100 * figures.medianError);
  const cards = [
    { ...words.used, figure: error(used.figures), units: used.units },
    { ...words.new, figure: error(ofNew.figures), units: ofNew.units },
    {
      ...words.range(share(report.rangeLevel)),
      figure: used.figures === null ? ACCURACY.tooFew : share(used.figures.coverage.share),
      units: used.units,
    },
  ];
  return (
    <dl className="grid gap-4 sm:grid-cols-3">
      {cards.map(({ title, text, figure, units }) => (
        <Card key={title} className="flex flex-col">
          <dt className="font-bold">{title}</dt>
          <dd className="flex grow flex-col">
            <span className="tabular text-figure font-black text-primary">{figure}</span>
            <span className="mt-1">{text}</span>
            <span className="tabular mt-auto pt-2 text-small text-ink-muted">
              {words.from(count(units))}
            </span>
          </dd>
        </Card>
      ))}
    </dl>
  );
}
