import { useQuery } from '@tanstack/react-query';
import { ADMIN } from '../../content/admin.ts';
import { classes } from '../../ui/classes.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { CheckIcon, ChevronIcon, WarningIcon } from '../../ui/icons.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Skeleton } from '../../ui/surface.tsx';
import { when } from '../../ui/when.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { adminPath } from './address.ts';
import { type Alerts, alertsQuery } from './queries.ts';

const words = ADMIN.health;

/**
 * The alerts that are open, on every tab, each with the way to why.
 * @param open whether what is wrong is listed at once; else it is counted, and listed on demand
 */
export function Health({ open: listed }: { open: boolean }) {
  const alerts = useQuery(alertsQuery);
  return (
    <section aria-label={words.label} aria-live="polite">
      <Loaded query={alerts} failed={words.failed} waiting={<Skeleton className="h-14" />}>
        {({ open, unwell, at }) =>
          open.length === 0 ? (
            <NoAlerts unwell={unwell} at={at} />
          ) : (
            <Disclosure
              name="problems"
              openByItself={listed}
              className="group rounded-card border border-danger/50 bg-danger-soft p-4 text-danger"
              summary={
                <>
                  <WarningIcon className="size-6 shrink-0" />
                  <h2 className="text-title underline-offset-4 hover:underline">
                    {words.bad(open.length)}
                  </h2>
                  <ChevronIcon className="ml-auto size-6 shrink-0 group-open:rotate-180" />
                </>
              }
              summaryClassName="flex cursor-pointer items-center gap-3"
            >
              <ul className="mt-2 grid gap-2 text-ink">
                {open.map((incident) => (
                  <Incident key={incident.id} incident={incident} />
                ))}
                <NotYet sources={withoutAlert(unwell, open)} as="li" />
              </ul>
            </Disclosure>
          )
        }
      </Loaded>
    </section>
  );
}

const withoutAlert = (unwell: Alerts['unwell'], open: Alerts['open']): Alerts['unwell'] =>
  unwell.filter(({ source }) => !open.some(({ subject }) => subject === source));

/** None is open; a source that failed just now is well no more than one with an alert. */
const NoAlerts = ({ unwell, at }: Pick<Alerts, 'unwell' | 'at'>) =>
  unwell.length === 0 ? (
    <p className={classes(BANNER, 'border-edge bg-primary-soft text-primary')}>
      <CheckIcon className="size-6 shrink-0" />
      <span>
        <strong>{words.good}.</strong> <span className="text-ink">{words.goodText(when(at))}</span>
      </span>
    </p>
  ) : (
    <div className={classes(BANNER, 'border-accent-ink/50 bg-accent-soft text-accent-ink')}>
      <WarningIcon className="size-6 shrink-0" />
      <div className="flex min-w-0 flex-wrap items-center gap-x-3">
        <strong>{words.notYet}.</strong>
        <NotYet sources={unwell} as="span" />
      </div>
    </div>
  );

/** What is wrong and has no alert yet, each with the way to why. */
const NotYet = ({ as: Line, sources }: { as: 'li' | 'span'; sources: Alerts['unwell'] }) =>
  (['failing', 'stale'] as const).map((state) => {
    const those = sources.filter((each) => each.state === state);
    return (
      those.length > 0 && (
        <Line key={state} className="flex flex-wrap items-center gap-x-3 text-ink">
          {words.notYetText[state]}
          {those.map(({ source }) => (
            <TextLink
              key={source}
              to={adminPath('sources', { source })}
              aria-label={words.whyOf(source)}
              className="wrap-anywhere"
            >
              {source}
            </TextLink>
          ))}
        </Line>
      )
    );
  });

const BANNER = 'flex min-h-14 items-center gap-3 rounded-card border px-4 py-2';

type IncidentOf = Alerts['open'][number];

const Incident = ({ incident: { kind, subject, detail, openedAt } }: { incident: IncidentOf }) => (
  <li className="flex flex-wrap items-baseline gap-x-3">
    <span className="min-w-0 grow basis-64 wrap-anywhere">
      <strong>
        {words.kinds[kind]}: {subject}.
      </strong>{' '}
      {detail} <span className="text-small text-ink-muted">{words.since(when(openedAt))}</span>
    </span>
    <TextLink to={whyPath(kind, subject)} aria-label={words.whyOf(subject)}>
      {words.why}
    </TextLink>
  </li>
);

/** Where an incident shows its reasons. */
const whyPath = (kind: IncidentOf['kind'], subject: string): string =>
  kind.startsWith('source_')
    ? adminPath('sources', { source: subject })
    : adminPath('system-stats');
