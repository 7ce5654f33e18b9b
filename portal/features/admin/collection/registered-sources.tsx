import { useQuery } from '@tanstack/react-query';
import type { RegisteredSource } from '#schemas/api/data.ts';
import { dataSourcesQuery } from '../../../client/data-status.ts';
import { ADMIN } from '../../../content/admin.ts';
import { LoadFailed } from '../../../ui/load-failed.tsx';
import { SourceBadge } from '../../../ui/source-badge.tsx';
import { Card, Skeleton } from '../../../ui/surface.tsx';
import { when } from '../../../ui/when.ts';
import { STAFF } from '../../../content/staff.ts';

const words = ADMIN.sources;
const KINDS = Object.keys(words.kinds) as RegisteredSource['id'][];

/** The kinds of data there are to collect, each with its state: what is not set up says so. */
export function RegisteredSources() {
  const sources = useQuery(dataSourcesQuery);
  return (
    <Card className="grid grid-cols-1 gap-4">
      <h2 className="text-title">{words.title}</h2>
      {sources.isError && (
        <LoadFailed words={{ title: words.failed, ...STAFF.failed }} query={sources} />
      )}
      <ul className="grid grid-cols-1 gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
        {KINDS.map((id) => (
          <Kind
            key={id}
            id={id}
            waiting={sources.isPending}
            registered={sources.data?.registered.find((source) => source.id === id)}
          />
        ))}
      </ul>
      <p className="text-small text-ink-muted">{words.note}</p>
    </Card>
  );
}

interface KindProps {
  id: RegisteredSource['id'];
  waiting: boolean;
  registered: RegisteredSource | undefined;
}

function Kind({ id, waiting, registered }: KindProps) {
  const { name, scope } = words.kinds[id];
  // What is told of several is told of their worst: the time is of another.
  const last = (registered?.sources.length ?? 0) > 1 ? words.lastOfSeveral : words.last;
  return (
    <li className="border-t border-edge pt-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-bold">{name}</h3>
        {waiting && <Skeleton className="h-6 w-24 rounded-full" />}
        {registered !== undefined && <SourceBadge state={registered.state} />}
      </div>
      <p className="text-small text-ink-muted">{scope}</p>
      {registered !== undefined && (
        <p className="mt-1 text-small">
          {registered.detail}
          {registered.lastUpdate !== null && (
            <span className="block text-ink-muted">{last(when(registered.lastUpdate))}</span>
          )}
        </p>
      )}
    </li>
  );
}
