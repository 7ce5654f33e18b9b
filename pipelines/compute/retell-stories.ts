import type { SnapshotPublished } from '#schemas/events/snapshot-published.ts';
import { figuresAtOf } from '#schemas/snapshot.ts';
import { makeStories } from '../stories/make-stories.ts';
import type { Run, RunEnd } from './compute-run.ts';
import type { ComputeDeps } from './compute.ts';
import { readPublished } from './last-published.ts';
import { publishSnapshot, type Publication } from './publish.ts';

/**
 * What is served, with its stories told anew: a snapshot of its own, so that it is swapped in as every
 * other. Search and figures are those of before, and so are their checks.
 * @returns undefined where nothing is served whose facts can be read: the whole batch makes them
 */
export async function retellStories(
  deps: ComputeDeps,
  run: Run,
  { before, stillOurs }: Pick<Publication, 'before' | 'stillOurs'>,
  signal?: AbortSignal,
): Promise<RunEnd | undefined> {
  const served = await readServed(deps, before);
  if (served === undefined) return undefined;
  const createdAt = run.startedAt.toISOString();
  const told = await makeStories(deps, { ...served, createdAt }, signal);
  const snapshot = {
    ...served,
    id: run.id,
    createdAt,
    figuresAt: figuresAtOf(served),
    stories: told.stories,
  };
  await publishSnapshot(deps, { snapshot, market: undefined, before, stillOurs });
  const { kind, totals } = snapshot;
  return {
    state: 'published',
    snapshot: { snapshotId: run.id, kind, listings: totals.listings },
    at: deps.now(),
    kind,
    detail: { market: { of: served.id }, stories: told.record },
  };
}

const readServed = async (deps: ComputeDeps, before: SnapshotPublished | undefined) =>
  before && (await readPublished(deps, before.snapshotId));
