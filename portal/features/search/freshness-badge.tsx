import { useQuery } from '@tanstack/react-query';
import { onServerClock } from '#schemas/clock.ts';
import { refreshStatusQuery } from '../../client/data-status.ts';
import { classes } from '../../ui/classes.ts';
import { freshnessOf } from './freshness.ts';

const LOOKS = {
  unknown: 'bg-sunken text-ink-muted',
  refreshing: 'bg-info-soft text-info',
  live: 'bg-primary-soft text-primary',
  static: 'bg-accent-soft text-accent-ink',
  sample: 'bg-accent-soft text-accent-ink',
};

/** How fresh what is shown is; asked again every half minute. Until it is known there is nothing to say. */
export function FreshnessBadge() {
  const status = useQuery(refreshStatusQuery);
  // Its key: what is known then takes its place, and is not seen to move there.
  if (status.isPending)
    return (
      <span key="waiting" aria-hidden className="skeleton inline-block h-7 w-28 rounded-full" />
    );
  const { state, text } = freshnessOf(
    status.data,
    onServerClock(Math.max(status.dataUpdatedAt, status.errorUpdatedAt)),
  );
  return (
    <span
      data-freshness={state}
      className={classes(
        'inline-flex min-h-7 items-center rounded-full px-2.5 text-small leading-tight font-bold whitespace-nowrap',
        LOOKS[state],
      )}
    >
      {text}
    </span>
  );
}
