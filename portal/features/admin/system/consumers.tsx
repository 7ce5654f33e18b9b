import type { CONSUMER_STATES } from '#schemas/api/staff-health.ts';
import { SYSTEM } from '../../../content/system-stats.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { count, decimal } from '../../../ui/format.ts';
import { Card, CardHead } from '../../../ui/surface.tsx';
import { Cell, Head, Table } from '../../../ui/table.tsx';
import type { Pipeline } from '../queries.ts';

const words = SYSTEM.consumers;
type Consumer = Pipeline['consumers'][number];

const TONES: Record<(typeof CONSUMER_STATES)[number], BadgeTone> = {
  keeping_up: 'good',
  catching_up: 'info',
  behind: 'warning',
  stuck: 'bad',
  unknown: 'quiet',
};

/** Lag and rates of all that reads the log, and of each partition on demand. */
export function Consumers({ consumers }: { consumers: readonly Consumer[] }) {
  return (
    <Card className="grid grid-cols-1 gap-3">
      <CardHead title={words.title} text={words.text} />
      <Table stacks caption={words.title}>
        <thead>
          <tr>
            <Head>{words.heads.name}</Head>
            <Head>{words.heads.state}</Head>
            <Head end>{words.heads.lag}</Head>
            <Head end>{words.heads.in}</Head>
            <Head end>{words.heads.out}</Head>
          </tr>
        </thead>
        <tbody>
          {consumers
            .toSorted((a, b) => b.lag - a.lag)
            .map((consumer) => (
              <Row key={`${consumer.group} ${consumer.topic}`} consumer={consumer} />
            ))}
        </tbody>
      </Table>
    </Card>
  );
}

const rate = (perSecond: number | null): string =>
  perSecond === null ? words.waiting : decimal(perSecond);

function Row({ consumer }: { consumer: Consumer }) {
  const { name, topic, group, state, lag, inPerSecond, outPerSecond, partitions } = consumer;
  return (
    <tr className="align-baseline">
      <Head row>
        <span className="block sm:min-w-48">{name}</span>
        <span className="block text-small font-normal text-ink-muted">
          {topic}, {group}
        </span>
        {partitions.length > 0 && (
          <Disclosure
            name={`partitions-${group}-${topic}`}
            className="font-normal"
            summary={words.partitions(partitions.length)}
            summaryClassName="min-h-8 text-small text-primary"
          >
            <ul className="text-small">
              {partitions.map(({ partition, lag: behind, committed, end }) => (
                <li key={partition}>
                  {words.partition(partition, count(behind), count(committed), count(end))}
                </li>
              ))}
            </ul>
          </Disclosure>
        )}
      </Head>
      <Cell label={words.heads.state}>
        <Badge tone={TONES[state]}>{words.states[state]}</Badge>
      </Cell>
      <Cell label={words.heads.lag} end strong>
        {count(lag)}
      </Cell>
      <Cell label={words.heads.in} end>
        {rate(inPerSecond)}
      </Cell>
      <Cell label={words.heads.out} end>
        {rate(outPerSecond)}
      </Cell>
    </tr>
  );
}
