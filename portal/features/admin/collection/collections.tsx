import { useQuery } from '@tanstack/react-query';
import { ADMIN } from '../../../content/admin.ts';
import { STAFF } from '../../../content/staff.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { count } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { Card, CardHead, Skeleton } from '../../../ui/surface.tsx';
import { Cell, Head, Table } from '../../../ui/table.tsx';
import { duration, when } from '../../../ui/when.ts';
import { TextLink } from '../../../ui/text-link.tsx';
import { runPath } from '../address.ts';
import { type Collection, collectionsQuery } from '../queries.ts';
import { waitInWords } from '../wait-in-words.ts';
import { Cancel } from './cancel.tsx';

const words = ADMIN.collections;
const HEADING = 'collections';

const OUTCOMES: Record<NonNullable<Collection['outcome']>, BadgeTone> = {
  done: 'good',
  partial: 'warning',
  nothing: 'quiet',
  failed: 'bad',
  cancelled: 'quiet',
};
type SourceState = Collection['sources'][number]['state'];
const STATES: Record<SourceState, BadgeTone> = {
  waiting: 'quiet',
  running: 'info',
  done: 'good',
  partial: 'warning',
  blocked: 'bad',
  taken: 'quiet',
  failed: 'bad',
  cancelled: 'quiet',
};

/** Collections that wait or are under way, which can be cancelled, and the last ones, each with what became of its sources. */
export function Collections() {
  const collections = useQuery(collectionsQuery);
  return (
    <Card className="grid grid-cols-1 gap-3">
      <CardHead title={words.title} text={words.text} headingId={HEADING} />
      <Loaded query={collections} failed={words.failed} waiting={<Skeleton className="h-48" />}>
        {(all) =>
          all.length === 0 ? (
            <p className="py-6 text-center text-ink-muted">{words.empty}</p>
          ) : (
            <Table stacks caption={words.title}>
              <thead>
                <tr>
                  <Head>{words.heads.what}</Head>
                  <Head>{words.heads.started}</Head>
                  <Head>{words.heads.outcome}</Head>
                  <Head>{words.heads.sources}</Head>
                  <Head end>{words.heads.took}</Head>
                </tr>
              </thead>
              <tbody>
                {all.map((collection) => (
                  <Row
                    key={collection.runId}
                    collection={collection}
                    ahead={all.find(({ state }) => state === 'running')}
                  />
                ))}
              </tbody>
            </Table>
          )
        }
      </Loaded>
    </Card>
  );
}

const nameOf = ({ kind, make, model }: Collection): string =>
  [words.kinds[kind], [make, model].filter(Boolean).join(' ')].filter(Boolean).join(': ');

interface RowProps {
  collection: Collection;
  /** What is under way: one that has not begun waits for it. */
  ahead: Collection | undefined;
}

function Row({ collection, ahead }: RowProps) {
  const { runId, state, startedAt, endedAt, outcome, sources, askedBy } = collection;
  const seconds = (Date.parse(endedAt ?? startedAt) - Date.parse(startedAt)) / 1_000;
  return (
    <tr className="align-baseline">
      <Head row>
        <span className="block sm:min-w-36 font-bold">{nameOf(collection)}</span>
        <span className="block text-small font-normal text-ink-muted">
          {words.askedBy(askedBy)}
        </span>
      </Head>
      <Cell label={words.heads.started}>
        <span className="whitespace-nowrap">{when(startedAt)}</span>
      </Cell>
      <Cell label={words.heads.outcome}>
        {outcome === null ? (
          <div className="grid justify-items-start gap-2">
            {state === 'waiting' ? (
              <Badge tone="quiet">{words.waiting}</Badge>
            ) : (
              <Badge tone="info">{words.running}</Badge>
            )}
            <Cancel runId={runId} name={nameOf(collection)} heir={HEADING} />
          </div>
        ) : (
          <Badge tone={OUTCOMES[outcome]}>{words.outcomes[outcome]}</Badge>
        )}
      </Cell>
      <Cell label={words.heads.sources}>
        {state === 'waiting' ? (
          <Waits sources={ahead?.sources ?? []} words={words.behind} none={STAFF.nothing} />
        ) : (
          <>
            <SourcesOf runId={runId} sources={sources} />
            <Waits sources={sources} words={words.waits} />
          </>
        )}
      </Cell>
      <Cell label={words.heads.took} end>
        {endedAt === null ? STAFF.nothing : duration(seconds)}
      </Cell>
    </tr>
  );
}

interface WaitsProps {
  sources: Collection['sources'];
  words: (source: string, why: string) => string;
  none?: string;
}

/** Which sites keep it waiting. */
function Waits({ sources, words: say, none }: WaitsProps) {
  const waits = sources.flatMap(({ source, waits: wait }) =>
    wait === undefined ? [] : [{ source, why: waitInWords(wait) }],
  );
  if (waits.length === 0) return none;
  return (
    <ul className="mt-1 grid gap-1 text-small sm:min-w-56">
      {waits.map(({ source, why }) => (
        <li key={source} className="wrap-anywhere">
          {say(source, why)}
        </li>
      ))}
    </ul>
  );
}

function SourcesOf({ runId: collection, sources }: Pick<Collection, 'runId' | 'sources'>) {
  const ended = sources.filter(({ state }) => state !== 'waiting' && state !== 'running').length;
  const sum = (of: 'processed' | 'newListings') =>
    count(sources.reduce((total, source) => total + source[of], 0));
  if (sources.length === 0) return words.sourcesDone(0, 0);
  return (
    <Disclosure
      name={`sources-${collection}`}
      className="sm:min-w-56"
      summary={
        <>
          {words.sourcesDone(ended, sources.length)}
          <span className="block text-small text-ink-muted">
            {words.listings(sum('processed'), sum('newListings'))}
          </span>
        </>
      }
      summaryClassName="min-h-6"
    >
      <ul className="mt-2 grid gap-2 text-small">
        {sources.map(({ source, state, processed, newListings, detail, runId }) => (
          <li key={source}>
            <span className="flex flex-wrap items-center gap-2">
              <strong className="wrap-anywhere">{source}</strong>
              <Badge tone={STATES[state]}>{words.states[state]}</Badge>
              {runId !== undefined && (
                <TextLink to={runPath(runId)} aria-label={words.logOf(source)}>
                  {words.log}
                </TextLink>
              )}
            </span>
            <span className="block text-ink-muted wrap-anywhere">
              {words.listings(count(processed), count(newListings))}
              {detail !== undefined && `. ${detail}`}
            </span>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
