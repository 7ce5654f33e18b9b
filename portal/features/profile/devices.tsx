import { useQuery, useQueryClient } from '@tanstack/react-query';
import { listSessions, revokeSession } from '#schemas/api/profile.ts';
import { api } from '../../client/api.ts';
import { showFailed } from '../../client/show-failed.ts';
import { toasts } from '../../client/toasts.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { SETTINGS } from '../../content/profile.ts';
import { Button } from '../../ui/button.tsx';
import { date } from '../../ui/format.ts';
import { Answered } from '../../ui/answered.tsx';
import { Skeleton } from '../../ui/surface.tsx';
import { deviceName } from './device-name.ts';
import { sessionsQuery } from './settings-queries.ts';
import { headingOf } from './settings-row.tsx';

const words = SETTINGS.devices;

/** Where the person is signed in; any other than this one can be signed out from here. */
export function Devices() {
  const queryClient = useQueryClient();
  const sessions = useQuery(sessionsQuery);
  const revoke = useMutation({
    mutationFn: (id: string) => api(revokeSession, { params: { id } }),
    onSuccess: () => {
      toasts.show({ ...words.revoked, tone: 'good' });
      void queryClient.invalidateQueries({ queryKey: [listSessions.path] });
    },
    onError: (error) => showFailed(words.revokeFailed, error),
  });
  return (
    <Answered query={sessions} words={words.failed} waiting={<Skeleton className="h-20" />}>
      {(all) => (
        <ul className="divide-y divide-edge">
          {all.map(({ id, device, lastSeenAt, current }) => {
            const name = deviceName(device) ?? words.unknown;
            return (
              <li
                key={id}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2"
              >
                <div className="min-w-0">
                  <p className="font-bold wrap-anywhere">{name}</p>
                  <p className="text-small text-ink-muted">
                    {current ? words.current : words.lastSeen(date(lastSeenAt))}
                  </p>
                </div>
                {!current && (
                  <Button
                    look="secondary"
                    size="small"
                    aria-label={words.revokeOf(name)}
                    busy={revoke.isPending}
                    heir={headingOf('devices')}
                    onClick={() => revoke.mutate(id)}
                  >
                    {words.revoke}
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </Answered>
  );
}
