import type { AnalysisDepth } from '#schemas/api/analysis.ts';
import { shownDepth } from '#schemas/shown-values.ts';
import { ANALYSIS } from '../../content/analysis-results.ts';
import { Effects } from '../../ui/effects.tsx';
import { count, signedUsd, usd } from '../../ui/format.ts';
import { useShowAll } from '../../ui/show-all.tsx';
import { Cell, Head, Table } from '../../ui/table.tsx';
import { TitledCard } from '../../ui/titled-card.tsx';
import type { Analysis } from './analysis.ts';

/** What members of Premium also see of an RV, in the steps its value is shown in; nothing for others. */
export function Depth({ exact }: { exact: Analysis }) {
  if (exact.depth === undefined) return null;
  const { drivers, floorplans } = shownDepth(exact.depth, exact.range);
  return (
    <>
      {drivers.length > 0 && <Drivers drivers={drivers} />}
      {floorplans.length > 0 && (
        <Floorplans floorplans={floorplans} own={exact.resolved.floorplan} />
      )}
    </>
  );
}

/** What the value would be more or less, were one fact another. */
const Drivers = ({ drivers }: Pick<AnalysisDepth, 'drivers'>) => (
  <TitledCard title={ANALYSIS.drivers.title} text={ANALYSIS.drivers.text}>
    <Effects effects={drivers} format={signedUsd} />
  </TitledCard>
);

interface FloorplansProps extends Pick<AnalysisDepth, 'floorplans'> {
  /** The one analysed; empty where none was named. */
  own: string;
}

/** The same RV as each floorplan of its line, those most listed first. */
function Floorplans({ floorplans, own }: FloorplansProps) {
  const words = ANALYSIS.floorplans;
  const { shown, button } = useShowAll(floorplans, words, 'all', 'floorplans');
  return (
    <TitledCard title={words.title} text={words.text} printsInParts>
      <Table caption={words.table}>
        <thead>
          <tr>
            <Head>{words.floorplan}</Head>
            <Head end>{words.listings}</Head>
            <Head end>{words.value}</Head>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ floorplan, units, value, low, high }) => (
            <tr key={floorplan}>
              <Head row>
                {floorplan}
                {floorplan === own && (
                  <span className="block text-small font-normal text-ink-muted">
                    {words.thisOne}
                  </span>
                )}
              </Head>
              <Cell end>{count(units)}</Cell>
              <Cell end>
                <strong>{usd(value)}</strong>
                <span className="block text-small text-ink-muted">
                  {usd(low)}–{usd(high)}
                </span>
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      {button}
    </TitledCard>
  );
}
