import { ACCURACY } from '../../content/accuracy.ts';
import { count, percentFine, share } from '../../ui/format.ts';
import { Card } from '../../ui/surface.tsx';
import { Cell, Head, Table } from '../../ui/table.tsx';
import { interval } from './interval.ts';
import type { JudgedGroup } from './queries.ts';

interface GroupTableProps {
  title: string;
  head: string;
  groups: readonly (JudgedGroup & { name: string })[];
  rangeLevel: number;
}

const SHARES = ['within5', 'within10', 'within20', 'coverage'] as const;

/** The figures of one way to cut the held-out RVs. */
export function GroupTable({ title, head, groups, rangeLevel }: GroupTableProps) {
  const heads = { ...ACCURACY.heads, coverage: ACCURACY.heads.coverage(share(rangeLevel)) };
  return (
    <Card>
      <h3 className="mb-2 text-title">{title}</h3>
      <Table caption={title} stacks="abreast">
        <thead>
          <tr>
            <Head>{head}</Head>
            <Head end>{heads.units}</Head>
            <Head end>{heads.medianError}</Head>
            <Head end>{heads.within5}</Head>
            <Head end>{heads.within10}</Head>
            <Head end>{heads.within20}</Head>
            <Head end>{heads.coverage}</Head>
          </tr>
        </thead>
        <tbody>
          {groups.map(({ name, units, figures }) => (
            <tr key={name} className="align-top">
              <Head row>
                <span className="block min-w-24">{name}</span>
              </Head>
              <Cell end label={heads.units}>
                {count(units)}
              </Cell>
              {figures === null ? (
                <Cell muted span={SHARES.length + 1} label={heads.medianError}>
                  {ACCURACY.tooFew}
                </Cell>
              ) : (
                <>
                  <Cell end strong label={heads.medianError}>
                    {percentFine(100 * figures.medianError)}
                  </Cell>
                  {SHARES.map((measure) => (
                    <Cell key={measure} end label={heads[measure]}>
                      {share(figures[measure].share)}
                      <span className="block text-small text-ink-muted">
                        {interval(figures[measure])}
                      </span>
                    </Cell>
                  ))}
                </>
              )}
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  );
}
