import { useQuery } from '@tanstack/react-query';
import { QUALITY } from '../../../content/data-quality.ts';
import { Figures } from '../../../ui/figures.tsx';
import { count } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { Card, CardHead, Skeleton } from '../../../ui/surface.tsx';
import { Cell, Head, Table } from '../../../ui/table.tsx';
import { when } from '../../../ui/when.ts';
import { plainTitle } from '../../../ui/words.ts';
import { type Quality, qualityQuery } from '../queries.ts';
import { Aliases } from './aliases.tsx';
import { Completeness } from './completeness.tsx';
import { Replays } from './replays.tsx';

/** How complete, how often twice and how believable what came in is, and the spellings to decide. */
export function DataQuality() {
  const quality = useQuery(qualityQuery);
  return (
    <div className="grid grid-cols-1 gap-6">
      <Loaded
        query={quality}
        failed={QUALITY.failed}
        waiting={<Skeleton className="h-[60rem] rounded-card" />}
      >
        {(data) => (data.asOf === null ? <Nothing /> : <Figured quality={data} asOf={data.asOf} />)}
      </Loaded>
      <Aliases />
      <Replays />
    </div>
  );
}

const Nothing = () => (
  <Card className="py-10 text-center">
    <h2 className="text-title">{QUALITY.empty.title}</h2>
    <p className="text-ink-muted">{QUALITY.empty.text}</p>
  </Card>
);

function Figured({ quality, asOf }: { quality: Quality; asOf: string }) {
  const { figures } = QUALITY;
  const { duplicates } = quality;
  return (
    <>
      <section aria-label={figures.label}>
        <Figures
          figures={[
            {
              title: figures.listings,
              value: count(quality.listings),
              note: QUALITY.asOf(when(asOf)),
            },
            { title: figures.units, value: count(quality.units) },
            {
              title: figures.duplicates,
              value: count(duplicates.listings),
              note: figures.duplicatesNote(
                count(duplicates.units),
                count(duplicates.acrossSources),
              ),
            },
            { title: figures.events, value: count(duplicates.events), note: figures.eventsNote },
          ]}
        />
      </section>
      <Completeness quality={quality} />
      <LeftOut leftOut={quality.leftOut} />
    </>
  );
}

function LeftOut({ leftOut }: Pick<Quality, 'leftOut'>) {
  const { title, text, none, heads, units } = QUALITY.leftOut;
  return (
    <Card className="grid grid-cols-1 gap-3">
      <CardHead title={title} text={text} />
      {leftOut.length === 0 ? (
        <p>{none}</p>
      ) : (
        <Table caption={title}>
          <thead>
            <tr>
              <Head>{heads.field}</Head>
              <Head>{heads.reason}</Head>
              <Head end>{heads.count}</Head>
            </tr>
          </thead>
          <tbody>
            {leftOut.map(({ field, reason, count: number, unit }) => (
              <tr key={`${field} ${reason} ${unit}`}>
                <Head row>{plainTitle(field)}</Head>
                <Cell>{plainTitle(reason)}</Cell>
                <Cell end>{units[unit](count(number))}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Card>
  );
}
