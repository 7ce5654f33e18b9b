import type { Funnel, RunState } from '#schemas/api/staff-health.ts';
import { SOURCES } from '../../../content/staff-sources.ts';
import { classes } from '../../../ui/classes.ts';
import { count } from '../../../ui/format.ts';
import { ShareBar } from '../../../ui/share-bar.tsx';
import { Cell, Head, Table } from '../../../ui/table.tsx';
import { plainTitle, plainWord } from '../../../ui/words.ts';
import { TextLink } from '../../../ui/text-link.tsx';
import { lettersPath } from '../address.ts';
import { isUnderWay } from '../queries.ts';

const words = SOURCES.funnel;
/** These are parts of the valid ones. */
const PARTS = new Set(['new', 'changed', 'unchanged', 'duplicates']);

interface FunnelViewProps {
  funnel: Funnel;
  source: string;
  /** When the run was, so that its dead letters can be found. */
  since: string | null;
  until: string | null;
  state: RunState;
}

/** What became of all that was seen, stage by stage, and why the rest fell out. */
export function FunnelView({
  funnel: { stages, rejected },
  source,
  since,
  until,
  state,
}: FunnelViewProps) {
  const noneCounted = isUnderWay(state) ? words.noneYet : words.noneCounted;
  // Of one that goes on, or whose process was lost, nobody knows what falls out.
  const hasEnded = !isUnderWay(state) && state !== 'lost';
  // Pages hold many records: each is measured against the first of its kind.
  const firstOf = (unit: string) => stages.find((stage) => stage.unit === unit)?.count ?? 0;
  return (
    <div className="grid grid-cols-1 gap-5">
      <ol className="grid grid-cols-1 gap-2">
        {stages.map(({ stage, unit, count: number }) => (
          <li
            key={stage}
            data-stage={stage}
            className={classes(
              'tabular grid grid-cols-[7rem_1fr_7rem] items-center gap-3 sm:grid-cols-[9rem_1fr_9rem]',
              PARTS.has(stage) && 'text-small text-ink-muted',
            )}
          >
            <span className={PARTS.has(stage) ? 'pl-4' : 'font-bold'}>{words.stages[stage]}</span>
            <ShareBar share={firstOf(unit) === 0 ? 0 : number / firstOf(unit)} />
            <span className="text-end">
              {count(number)}{' '}
              <span className="text-small text-ink-muted">{words.units[unit](number)}</span>
            </span>
          </li>
        ))}
      </ol>
      {rejected.length === 0 ? (
        (hasEnded || stages.length === 0) && (
          <p className="text-ink-muted">{stages.length === 0 ? noneCounted : words.noneRejected}</p>
        )
      ) : (
        <Table caption={words.rejected}>
          <thead>
            <tr>
              <Head>{words.heads.reason}</Head>
              <Head>{words.heads.kind}</Head>
              <Head end>{words.heads.count}</Head>
            </tr>
          </thead>
          <tbody>
            {rejected.map(({ reason, kind, unit, count: number }) => (
              <tr key={`${kind} ${reason}`}>
                <Head row>
                  {kind === 'dead_letter' ? (
                    <TextLink
                      to={lettersPath({ source, reason, since, until })}
                      aria-label={words.letters(plainWord(reason))}
                    >
                      {plainTitle(reason)}
                    </TextLink>
                  ) : (
                    plainTitle(reason)
                  )}
                </Head>
                <Cell>{words.kinds[kind]}</Cell>
                <Cell end>
                  {count(number)} {words.units[unit](number)}
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </div>
  );
}
