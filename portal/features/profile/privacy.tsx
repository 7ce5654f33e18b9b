import { useQuery, useQueryClient } from '@tanstack/react-query';
import { listContributions, removeContribution } from '#schemas/api/contribution.ts';
import { personalData } from '#schemas/api/profile.ts';
import { api } from '../../client/api.ts';
import { showFailed } from '../../client/show-failed.ts';
import { toasts } from '../../client/toasts.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { SETTINGS } from '../../content/profile.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { usd } from '../../ui/format.ts';
import { DownloadIcon } from '../../ui/icons.tsx';
import { Answered } from '../../ui/answered.tsx';
import { Skeleton } from '../../ui/surface.tsx';
import { contributionsQuery } from './settings-queries.ts';
import { CheckField } from './check-field.tsx';
import { useSettings } from './use-settings.ts';

const words = SETTINGS.privacy;
/** Where the focus goes on when the contribution that had it is taken back. */
const HEADING = 'contributions';

export function Privacy() {
  const { settings, wanted, choose } = useSettings();
  return (
    <div className="grid gap-5">
      <div>
        <Answered query={settings} words={SETTINGS.failed} waiting={<Skeleton className="h-20" />}>
          {({ privacy }) => (
            <CheckField
              label={words.share}
              text={words.shareText}
              checked={(wanted?.privacy ?? privacy).shareContributions}
              onChange={(shareContributions) => choose({ privacy: { shareContributions } })}
            />
          )}
        </Answered>
      </div>
      <div>
        <h4 id={HEADING} tabIndex={-1} className="mb-1 font-bold outline-none">
          {words.contributions}
        </h4>
        <Contributions />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="text-small text-ink-muted">{words.downloadText}</p>
        <a
          href={personalData.path}
          download={words.file}
          className={buttonClasses('secondary', 'regular')}
        >
          <DownloadIcon className="size-5" />
          {words.download}
        </a>
      </div>
    </div>
  );
}

/** What the person contributed; each may be taken back. */
function Contributions() {
  const queryClient = useQueryClient();
  const contributions = useQuery(contributionsQuery);
  const remove = useMutation({
    mutationFn: (id: string) => api(removeContribution, { params: { id } }),
    onSuccess: () => {
      toasts.show({ ...words.removed, tone: 'good' });
      void queryClient.invalidateQueries({ queryKey: [listContributions.path] });
    },
    onError: (error) => showFailed(words.removeFailed, error),
  });
  return (
    <Answered
      query={contributions}
      words={words.contributionsFailed}
      waiting={<Skeleton className="h-10" />}
    >
      {(all) =>
        all.length === 0 ? (
          <p className="text-ink-muted">{words.none}</p>
        ) : (
          <ul className="divide-y divide-edge">
            {all.map(({ id, shared, purchase }) => {
              const name = `${purchase.year} ${purchase.make} ${purchase.model}`;
              return (
                <li
                  key={id}
                  className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2"
                >
                  <div className="min-w-0">
                    <p className="wrap-anywhere">{name}</p>
                    <p className="tabular text-small text-ink-muted">
                      {usd(purchase.purchasePrice)}, {shared ? words.counted : words.uncounted}
                    </p>
                  </div>
                  <Button
                    look="secondary"
                    size="small"
                    aria-label={words.removeOf(name)}
                    busy={remove.isPending}
                    heir={HEADING}
                    onClick={() => remove.mutate(id)}
                  >
                    {words.remove}
                  </Button>
                </li>
              );
            })}
          </ul>
        )
      }
    </Answered>
  );
}
