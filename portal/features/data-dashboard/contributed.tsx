import { useQuery } from '@tanstack/react-query';
import { RV_TYPES } from '#schemas/vocabulary.ts';
import { DASHBOARD } from '../../content/data-dashboard.ts';
import { Facts } from '../../ui/facts.tsx';
import { count, date, usd } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Card, Skeleton } from '../../ui/surface.tsx';
import { RvName } from '../../ui/rv-name.tsx';
import { Cell, Head, Table } from '../../ui/table.tsx';
import { type ContributionStats, contributionStatsQuery } from './queries.ts';

const words = DASHBOARD.contributed;
const dollars = (amount: number | null): string => (amount === null ? DASHBOARD.none : usd(amount));

/** What owners told of their purchases, in aggregate. */
export function Contributed() {
  const contributed = useQuery(contributionStatsQuery);
  return (
    <Card className="grid grid-cols-1 gap-4">
      <h2 className="text-title">{words.title}</h2>
      <Loaded query={contributed} failed={words.failed} waiting={<Skeleton className="h-80" />}>
        {(data) => <Told told={data} />}
      </Loaded>
    </Card>
  );
}

function Told({
  told: { stats, exclusiveDataPoints, recentContributions },
}: {
  told: ContributionStats;
}) {
  const figures = [
    [words.stats.total, count(stats.totalContributions)],
    [words.stats.users, count(stats.contributingUsers)],
    [words.stats.price, dollars(stats.avgPurchasePrice)],
    [words.stats.savings, dollars(stats.avgSavingsFromList)],
  ] as const;
  return (
    <>
      <Facts facts={figures} className="grid-cols-2 md:grid-cols-4" />
      {exclusiveDataPoints.length > 0 && (
        <div>
          <h3 className="font-bold">{words.exclusive}</h3>
          <ul className="mt-1 grid list-disc gap-x-6 pl-5 marker:text-primary sm:grid-cols-2 lg:grid-cols-4">
            {exclusiveDataPoints.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </div>
      )}
      <div>
        <h3 className="font-bold">{words.recent}</h3>
        {recentContributions.length === 0 ? (
          <p className="text-ink-muted">{words.none}</p>
        ) : (
          <Table stacks caption={words.recent}>
            <thead>
              <tr>
                <Head>{words.heads.rv}</Head>
                <Head>{words.heads.type}</Head>
                <Head>{words.heads.location}</Head>
                <Head>{words.heads.day}</Head>
                <Head end>{words.heads.paid}</Head>
                <Head end>{words.heads.list}</Head>
              </tr>
            </thead>
            <tbody>
              {recentContributions.map((one, at) => (
                <tr key={at}>
                  <Head row>
                    <RvName parts={[String(one.year), one.make, one.model]} />
                  </Head>
                  <Cell label={words.heads.type}>
                    {RV_TYPES.find(({ id }) => id === one.rvType)?.name}
                  </Cell>
                  <Cell label={words.heads.location}>{one.location}</Cell>
                  <Cell label={words.heads.day}>
                    <span className="whitespace-nowrap">{date(one.createdAt)}</span>
                  </Cell>
                  <Cell label={words.heads.paid} end>
                    {usd(one.purchasePrice)}
                  </Cell>
                  <Cell label={words.heads.list} end>
                    {dollars(one.listPrice)}
                  </Cell>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
      </div>
    </>
  );
}
