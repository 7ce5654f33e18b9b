import { type ReactNode, useId } from 'react';
import { useAddress } from '../../client/use-address.ts';
import { MARKET_ANALYSIS } from '../../content/market-analysis.ts';
import { interestRate, signedPercent, usd } from '../../ui/format.ts';
import { Select } from '../../ui/select.tsx';
import { Card } from '../../ui/surface.tsx';
import { Cell, Head, NotedRow, Table } from '../../ui/table.tsx';
import type { MarketAnalysis as Analysis } from '../../client/market-analysis.ts';

const words = MARKET_ANALYSIS.insights;
type Insights = Analysis['purchasingInsights'];

/** When to buy, on what terms, at what yearly cost, and how to bargain. */
export function PurchaseInsights({ insights }: { insights: Insights }) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <h3 className="text-heading">{words.title}</h3>
      <Part title={words.seasonal}>
        <Items
          items={insights.seasonalTrends.map((trend) => ({
            title: trend.period,
            facts: [
              words.demand(trend.demandLevel),
              words.inventory(trend.inventoryLevel),
              words.advantage(signedPercent(trend.priceAdvantage)),
            ],
            text: trend.recommendation,
          }))}
        />
      </Part>
      <Financing insights={insights} />
      <OwnershipCost insights={insights} />
      <Part title={words.timing}>
        <Items
          items={insights.marketTimingSignals.map((signal) => ({
            title: signal.signal,
            facts: [words.strengths[signal.strength], signal.impact],
            text: signal.actionRecommendation,
          }))}
        />
      </Part>
      <Part title={words.negotiation}>
        <Items
          items={insights.negotiationTips.map((tip) => ({
            title: tip.phase,
            facts: [words.savings(tip.expectedSavings), tip.keyFactor],
            text: tip.strategy,
          }))}
        />
      </Part>
      <Part title={words.smart.title}>
        <ul className="grid list-disc gap-1 pl-5 marker:text-primary">
          {words.smart.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      </Part>
    </div>
  );
}

function Financing({ insights }: { insights: Insights }) {
  if (insights.financingInsights.length === 0)
    return (
      <Part title={words.financing}>
        <None />
      </Part>
    );
  return (
    <Part title={words.financing} note={words.financingNote}>
      <Table stacks="abreast" caption={words.financing}>
        <thead>
          <tr>
            <Head>{words.scenario}</Head>
            <Head end>{words.rate}</Head>
            <Head end>{words.monthly}</Head>
            <Head end>{words.interest}</Head>
          </tr>
        </thead>
        <tbody>
          {insights.financingInsights.map((entry) => (
            <NotedRow key={entry.scenario} note={entry.recommendation} columns={4}>
              <Head row>{entry.scenario}</Head>
              <Cell end label={words.rate}>
                {interestRate(entry.averageRate)}
              </Cell>
              <Cell end label={words.monthly}>
                {usd(entry.monthlyPaymentExample)}
              </Cell>
              <Cell end label={words.interest}>
                {usd(entry.totalInterestCost)}
              </Cell>
            </NotedRow>
          ))}
        </tbody>
      </Table>
    </Part>
  );
}

function OwnershipCost({ insights }: { insights: Insights }) {
  const { totalCostAnalysis, ownershipByType } = insights;
  const { params, change } = useAddress();
  const id = useId();
  const first = ownershipByType[0];
  const own = ownershipByType.find(({ type }) => type === params.get('owning')) ?? first;
  const shown = own?.costs ?? totalCostAnalysis;
  const total = shown.reduce((sum, entry) => sum + entry.annualCost, 0);
  if (shown.length === 0)
    return (
      <Part title={words.cost}>
        <None />
      </Part>
    );
  return (
    <Part title={words.cost}>
      {ownershipByType.length > 1 && (
        <div className="mb-3 max-w-80">
          <label htmlFor={id} className="mb-1 block font-bold">
            {words.ofType}
          </label>
          <Select
            id={id}
            value={own?.type}
            onChange={({ target: { value } }) =>
              change({ owning: value === first?.type ? null : value }, { replace: true })
            }
          >
            {ownershipByType.map(({ type }) => (
              <option key={type}>{type}</option>
            ))}
          </Select>
        </div>
      )}
      <Table caption={words.cost}>
        <thead>
          <tr>
            <Head>{words.category}</Head>
            <Head end>{words.range}</Head>
            <Head end>{words.annual}</Head>
          </tr>
        </thead>
        <tbody>
          {shown.map((entry) => (
            <NotedRow key={entry.category} note={entry.description} columns={3}>
              <Head row>{entry.category}</Head>
              <Cell end muted>
                {entry.costRange}
              </Cell>
              <Cell end>{usd(entry.annualCost)}</Cell>
            </NotedRow>
          ))}
          <tr>
            <Head row>{words.total}</Head>
            <Cell end>{''}</Cell>
            <Cell end strong>
              {usd(total)}
            </Cell>
          </tr>
        </tbody>
      </Table>
    </Part>
  );
}

interface PartProps {
  title: string;
  note?: string;
  children: ReactNode;
}

const Part = ({ title, note, children }: PartProps) => (
  <Card className="print-in-parts">
    <h4 className="text-title font-extrabold">{title}</h4>
    {note !== undefined && <p className="text-balance text-ink-muted">{note}</p>}
    <div className="mt-2">{children}</div>
  </Card>
);

interface Item {
  title: string;
  facts: readonly string[];
  text: string;
}

const None = () => <p className="text-ink-muted">{MARKET_ANALYSIS.none}</p>;

const Items = ({ items }: { items: readonly Item[] }) =>
  items.length === 0 ? (
    <None />
  ) : (
    <ul className="grid gap-4 sm:grid-cols-2">
      {items.map((item) => (
        <li key={item.title} className="border-l-4 border-primary pl-3">
          <p className="font-bold">{item.title}</p>
          <p className="text-small text-ink-muted">{item.facts.join(' • ')}</p>
          <p>{item.text}</p>
        </li>
      ))}
    </ul>
  );
