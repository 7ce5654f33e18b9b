import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { collectionStatus } from '#schemas/api/data.ts';
import { getSchedule, listCollections } from '#schemas/api/staff-collection.ts';
import {
  dataQuality,
  listAliases,
  listDeadLetters,
  listRedrives,
  listReplays,
  readDeadLetter,
} from '#schemas/api/staff-data.ts';
import { staffAlerts, staffPipeline, staffRun, staffSources } from '#schemas/api/staff-health.ts';
import { POLL_MS } from '#schemas/constants.ts';
import type { ResponseOf } from '#schemas/api/call.ts';
import { api } from '../../client/api.ts';

export type CollectionStatus = z.output<typeof collectionStatus.response>;
export type Collection = ResponseOf<typeof listCollections>[number];
export type SourceRow = ResponseOf<typeof staffSources>['sources'][number];
export type Run = ResponseOf<typeof staffRun>;
export type Pipeline = ResponseOf<typeof staffPipeline>;
export type Alerts = ResponseOf<typeof staffAlerts>;
export type LetterQuery = z.input<typeof listDeadLetters.query>;
export type Letters = ResponseOf<typeof listDeadLetters>;
/** Names a dead letter. */
export interface LetterPlace {
  topic: string;
  partition: number;
  offset: number;
}
export type Aliases = ResponseOf<typeof listAliases>;
export type Quality = ResponseOf<typeof dataQuality>;

/** Followed until it ends or the target is reached (specification, section 4). */
const isFollowed = ({ running, completionPercentage }: CollectionStatus): boolean =>
  running && Number(completionPercentage) < 100;

export const collectionStatusQuery = queryOptions({
  queryKey: [collectionStatus.path],
  queryFn: ({ signal }) => api(collectionStatus, {}, signal),
  refetchInterval: ({ state: { data } }) =>
    data !== undefined && isFollowed(data) ? POLL_MS.collectionStatus : false,
});

const pace = (running: boolean | undefined): number =>
  running === true ? POLL_MS.staffRunning : POLL_MS.staffIdle;

export const collectionsQuery = queryOptions({
  queryKey: [listCollections.path],
  queryFn: ({ signal }) => api(listCollections, {}, signal),
  refetchInterval: ({ state: { data } }) => pace(data?.some(({ endedAt }) => endedAt === null)),
});

export const scheduleQuery = queryOptions({
  queryKey: [getSchedule.path],
  queryFn: ({ signal }) => api(getSchedule, {}, signal),
});

export const alertsQuery = queryOptions({
  queryKey: [staffAlerts.path],
  queryFn: ({ signal }) => api(staffAlerts, {}, signal),
  refetchInterval: POLL_MS.staffIdle,
});

export const sourcesQuery = queryOptions({
  queryKey: [staffSources.path],
  queryFn: ({ signal }) => api(staffSources, {}, signal),
  refetchInterval: POLL_MS.staffIdle,
});

export const isUnderWay = (state: Run['run']['state']): boolean =>
  state === 'running' || state === 'loading';

export const runQuery = (run: string) =>
  queryOptions({
    queryKey: [staffRun.path, run],
    queryFn: ({ signal }) => api(staffRun, { params: { run } }, signal),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isUnderWay(data.run.state) ? POLL_MS.staffRunning : false,
    // A run that was looked at before may have gone on since.
    staleTime: 0,
  });

export const pipelineQuery = queryOptions({
  queryKey: [staffPipeline.path],
  queryFn: ({ signal }) => api(staffPipeline, {}, signal),
  refetchInterval: POLL_MS.staffIdle,
});

/** What was found before stays until the new answer is there. */
export const lettersQuery = (query: LetterQuery) =>
  queryOptions({
    queryKey: [listDeadLetters.path, query],
    queryFn: ({ signal }) => api(listDeadLetters, { query }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const letterQuery = (place: LetterPlace) =>
  queryOptions({
    queryKey: [readDeadLetter.path, place],
    queryFn: ({ signal }) => api(readDeadLetter, { params: { ...place } }, signal),
    // One that was sent again is followed until it is known what became of it.
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'redriven' && data.became === null ? POLL_MS.staffRunning : false,
    staleTime: 0,
  });

export const redrivesQuery = queryOptions({
  queryKey: [listRedrives.path],
  queryFn: ({ signal }) => api(listRedrives, {}, signal),
  refetchInterval: ({ state: { data } }) =>
    pace(data?.redrives.some(({ state }) => state === 'running' || state === 'loading')),
});

export const qualityQuery = queryOptions({
  queryKey: [dataQuality.path],
  queryFn: ({ signal }) => api(dataQuality, {}, signal),
  staleTime: 0,
});

export const aliasesQuery = (page: number) =>
  queryOptions({
    queryKey: [listAliases.path, page],
    queryFn: ({ signal }) => api(listAliases, { query: { page } }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const replaysQuery = queryOptions({
  queryKey: [listReplays.path],
  queryFn: ({ signal }) => api(listReplays, {}, signal),
  refetchInterval: ({ state: { data } }) =>
    pace(data?.replays.some(({ state }) => state === 'running')),
});
