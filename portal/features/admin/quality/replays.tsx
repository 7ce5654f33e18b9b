import { useQuery } from '@tanstack/react-query';
import type { ReplayRun } from '#schemas/api/staff-data.ts';
import { QUALITY } from '../../../content/data-quality.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { count } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { ShareBar } from '../../../ui/share-bar.tsx';
import { Card, CardHead, Skeleton } from '../../../ui/surface.tsx';
import { when } from '../../../ui/when.ts';
import { plainWord } from '../../../ui/words.ts';
import { replaysQuery } from '../queries.ts';

const words = QUALITY.replays;

const TONES: Record<ReplayRun['state'], BadgeTone> = {
  running: 'info',
  done: 'good',
  overtaken: 'quiet',
  failed: 'bad',
};

/** Replays of the log through better rules: how far, and what they changed. */
export function Replays() {
  const replays = useQuery(replaysQuery);
  return (
    <Card className="grid grid-cols-1 gap-3">
      <CardHead title={words.title} text={words.text} />
      <Loaded query={replays} failed={words.failed} waiting={<Skeleton className="h-24" />}>
        {({ replays: runs }) =>
          runs.length === 0 ? (
            <p>{words.none}</p>
          ) : (
            <ul className="grid grid-cols-1 gap-4">
              {runs.map((run) => (
                <li key={`${run.version} ${run.startedAt}`} className="border-t border-edge pt-3">
                  <Replay run={run} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

function Replay({
  run: { version, state, startedAt, read, of, registrations, changes, error },
}: {
  run: ReplayRun;
}) {
  return (
    <div className="tabular grid gap-1">
      <div className="flex flex-wrap items-center gap-3">
        <h3 className="font-bold">{words.version(version)}</h3>
        <Badge tone={TONES[state]}>{words.states[state]}</Badge>
        <span className="text-small text-ink-muted">{when(startedAt)}</span>
      </div>
      {state === 'running' && <ShareBar share={of === 0 ? 0 : read / of} className="my-1" />}
      <p>{words.progress(count(read), count(of))}</p>
      {registrations !== null && registrations > 0 && state === 'done' && (
        <p>{words.registrations(count(registrations))}</p>
      )}
      {changes !== null && (
        <>
          <p>
            {words.changes(
              count(changes.unchanged),
              count(changes.changed),
              count(changes.gone),
              count(changes.come),
            )}
          </p>
          {changes.byField.length > 0 && (
            <ul aria-label={words.byField} className="flex flex-wrap gap-x-4 text-small">
              {changes.byField.map(({ field, facts }) => (
                <li key={field}>
                  {plainWord(field)} {count(facts)}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
      {error !== null && <p className="text-danger wrap-anywhere">{error}</p>}
    </div>
  );
}
