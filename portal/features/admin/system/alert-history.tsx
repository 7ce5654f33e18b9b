import { useQuery } from '@tanstack/react-query';
import { ADMIN } from '../../../content/admin.ts';
import { SYSTEM } from '../../../content/system-stats.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card, Skeleton } from '../../../ui/surface.tsx';
import { Cell, Head, Table } from '../../../ui/table.tsx';
import { when } from '../../../ui/when.ts';
import { type Alerts, alertsQuery } from '../queries.ts';

const words = SYSTEM.alerts;

/** What is wrong and what was lately, and whether it was sent on. */
export function AlertHistory() {
  const { data, isError } = useQuery(alertsQuery);
  // That they could not be loaded is said at the head of the page, on every tab.
  if (data === undefined && isError) return null;
  return (
    <Card className="grid grid-cols-1 gap-3">
      <h2 className="text-title">{words.title}</h2>
      {data === undefined ? <Skeleton className="h-24" /> : <Incidents alerts={data} />}
    </Card>
  );
}

const Incidents = ({ alerts: { open, recent, webhook } }: { alerts: Alerts }) => (
  <>
    <p className="text-ink-muted">{webhook ? words.webhook : words.noWebhook}</p>
    {open.length + recent.length === 0 ? (
      <p>{words.none}</p>
    ) : (
      <Table stacks caption={words.title}>
        <thead>
          <tr>
            <Head>{words.heads.what}</Head>
            <Head>{words.heads.opened}</Head>
            <Head>{words.heads.ended}</Head>
            {webhook && <Head>{words.heads.sent}</Head>}
          </tr>
        </thead>
        <tbody>
          {[...open, ...recent].map((incident) => (
            <Row key={incident.id} incident={incident} webhook={webhook} />
          ))}
        </tbody>
      </Table>
    )}
  </>
);

interface RowProps {
  incident: Alerts['open'][number];
  webhook: boolean;
}

function Row({ incident, webhook }: RowProps) {
  const { kind, subject, detail, openedAt, endedAt, openToldAt, endToldAt } = incident;
  const told = openToldAt !== null && (endedAt === null || endToldAt !== null);
  return (
    <tr className="align-baseline">
      <Head row>
        <span className="block sm:min-w-56">
          {ADMIN.health.kinds[kind]}: <span className="wrap-anywhere">{subject}</span>
        </span>
        <span className="block text-small font-normal text-ink-muted">{detail}</span>
      </Head>
      <Cell label={words.heads.opened}>
        <span className="whitespace-nowrap">{when(openedAt)}</span>
      </Cell>
      <Cell label={words.heads.ended}>
        {endedAt === null ? (
          <Badge tone="bad">{words.open}</Badge>
        ) : (
          <span className="whitespace-nowrap">{when(endedAt)}</span>
        )}
      </Cell>
      {webhook && <Cell label={words.heads.sent}>{told ? words.sent : words.notSent}</Cell>}
    </tr>
  );
}
