import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ResponseOf } from '#schemas/api/call.ts';
import { type getSchedule, setSchedule } from '#schemas/api/staff-collection.ts';
import { api } from '../../../client/api.ts';
import { showFailed } from '../../../client/show-failed.ts';
import { toasts } from '../../../client/toasts.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { ADMIN } from '../../../content/admin.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { Card, CardHead, Skeleton } from '../../../ui/surface.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { when } from '../../../ui/when.ts';
import { scheduleQuery } from '../queries.ts';

const words = ADMIN.schedule;
const hour = (of: number): string => `${String(of).padStart(2, '0')}:00`;

const NAMES = ['refresh', 'compute'] as const;
type Name = (typeof NAMES)[number];

/** What runs by itself, each switched on and off here. */
export function Schedule() {
  const queryClient = useQueryClient();
  const schedule = useQuery(scheduleQuery);
  const change = useMutation({
    mutationFn: ({ name, on }: { name: Name; on: boolean }) =>
      api(setSchedule, { body: { [name]: on } }),
    onSuccess: (now, { name, on }) => {
      queryClient.setQueryData(scheduleQuery.queryKey, now);
      toasts.show({ ...words.switched(words[name], on), tone: 'good' });
    },
    onError: (error) => showFailed(words.switchFailed, error),
  });
  return (
    <Card className="grid grid-cols-1 gap-3">
      <CardHead title={words.title} text={words.text} />
      <Loaded query={schedule} failed={words.failed} waiting={<Skeleton className="h-32" />}>
        {(schedules) => (
          <ul className="grid grid-cols-1 gap-x-8 sm:grid-cols-2">
            {NAMES.map((name) => (
              <li
                key={name}
                className="flex items-center justify-between gap-4 border-t border-edge py-3"
              >
                <div>
                  <h3 className="font-bold">{words[name]}</h3>
                  <p className="text-small text-ink-muted">{rhythm(name, schedules)}</p>
                  <p className="text-small">{next(schedules[name])}</p>
                </div>
                <Switch
                  label={words[name]}
                  on={schedules[name].enabled}
                  disabled={change.isPending}
                  onChange={(on) => change.mutate({ name, on })}
                />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}

type Schedules = ResponseOf<typeof getSchedule>;

const rhythm = (name: Name, { refresh, compute }: Schedules): string =>
  name === 'refresh'
    ? words.refreshAt(refresh.hours.map(hour).join(' and '), refresh.timeZone.replace('Etc/', ''))
    : words.computeEvery(compute.everyHours);

const next = ({ enabled, nextAt }: Schedules[Name]): string => {
  if (nextAt !== null) return words.next(when(nextAt));
  return enabled ? words.nothing : words.off;
};
