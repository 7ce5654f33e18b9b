import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { RedriveRun } from '#schemas/api/staff-data.ts';
import { LETTERS } from '../../../content/dead-letters.ts';
import { STAFF } from '../../../content/staff.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { count } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { Card, Skeleton } from '../../../ui/surface.tsx';
import { Cell, Head, Table } from '../../../ui/table.tsx';
import { when } from '../../../ui/when.ts';
import { plainWord } from '../../../ui/words.ts';
import { redrivesQuery } from '../queries.ts';
import { nameOfPlace } from './letter-state.ts';
import { askForLetters, failedAgain } from './use-redrive.ts';

const words = LETTERS.redrives;

const TONES: Record<RedriveRun['state'], BadgeTone> = {
  running: 'info',
  loading: 'info',
  done: 'good',
  failed: 'bad',
};

/** What was sent again, and what became of it. */
export function Redrives() {
  const redrives = useQuery(redrivesQuery);
  useFollowed(redrives.data?.redrives);
  return (
    <Card className="grid grid-cols-1 gap-3">
      <h2 className="text-title">{words.title}</h2>
      <Loaded query={redrives} failed={words.failed} waiting={<Skeleton className="h-24" />}>
        {({ redrives: runs }) =>
          runs.length === 0 ? (
            <p className="text-ink-muted">{words.empty}</p>
          ) : (
            <Table stacks caption={words.title}>
              <thead>
                <tr>
                  <Head>{words.heads.asked}</Head>
                  <Head>{words.heads.filter}</Head>
                  <Head>{words.heads.state}</Head>
                  <Head>{words.heads.became}</Head>
                  <Head end>{words.heads.sent}</Head>
                </tr>
              </thead>
              <tbody>
                {runs.map((run) => (
                  <Row key={run.redriveId} run={run} />
                ))}
              </tbody>
            </Table>
          )
        }
      </Loaded>
    </Card>
  );
}

/** The letters are asked for anew when a redrive that was under way has ended. */
function useFollowed(runs: readonly RedriveRun[] | undefined): void {
  const queryClient = useQueryClient();
  const underWay = useRef(new Set<string>());
  useEffect(() => {
    for (const run of runs ?? []) {
      const { redriveId, state } = run;
      if (state === 'running' || state === 'loading') underWay.current.add(redriveId);
      else if (underWay.current.delete(redriveId)) void askForLetters(queryClient);
    }
  }, [runs, queryClient]);
}

function Row({ run }: { run: RedriveRun }) {
  const { filter, place, state, redriven, matched, notSent, became, error } = run;
  const again = failedAgain(run);
  const said = [
    ...Object.entries(became ?? {}).map(([what, number]) =>
      words.became(plainWord(what), count(number)),
    ),
    ...Object.entries(notSent).map(([reason, number]) =>
      words.notSent(plainWord(reason), count(number)),
    ),
    ...(error === null ? [] : [error]),
  ];
  return (
    <tr className="align-baseline">
      <Head row>
        <span className="whitespace-nowrap">{when(run.askedAt)}</span>
        <span className="block text-small font-normal text-ink-muted">{words.by[run.askedBy]}</span>
      </Head>
      <Cell label={words.heads.filter}>
        <span className="block sm:min-w-32 wrap-anywhere">
          {place === null ? filterInWords(filter) : nameOfPlace(place)}
        </span>
      </Cell>
      <Cell label={words.heads.state}>
        <Badge tone={again === 0 ? TONES[state] : 'warning'}>{words.states[state]}</Badge>
        {again > 0 && (
          <span className="mt-1 block text-small">{words.failedAgain(count(again))}</span>
        )}
      </Cell>
      <Cell label={words.heads.became}>
        {said.length === 0 ? (
          STAFF.nothing
        ) : (
          <ul className="tabular sm:min-w-44 text-small wrap-anywhere">
            {said.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
      </Cell>
      <Cell label={words.heads.sent} end>
        {words.sent(count(redriven), count(matched))}
      </Cell>
    </tr>
  );
}

const filterInWords = ({ source, reason, since, until }: RedriveRun['filter']): string =>
  [
    source,
    reason === undefined ? undefined : plainWord(reason),
    since === undefined ? undefined : words.since(when(since)),
    until === undefined ? undefined : words.until(when(until)),
  ]
    .filter((part) => part !== undefined)
    .join(', ') || words.all;
