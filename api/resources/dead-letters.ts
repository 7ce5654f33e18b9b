import {
  downloadDeadLetter,
  listDeadLetters,
  listRedrives,
  readDeadLetter,
  redriveAll,
  redriveOne,
  type Letter,
  type RedriveRun as RedriveAnswer,
} from '#schemas/api/staff-data.ts';
import { redriveCommand, type RedriveCommand, type RedriveRun } from '#schemas/events/redrive.ts';
import { encodeEvent } from '#schemas/events/topic.ts';
import type { Clock } from '#platform/clock.ts';
import type { EventLog } from '#platform/log/port.ts';
import type { Warehouse } from '#warehouse/client.ts';
import { fromWarehouseInstant } from '#warehouse/instants.ts';
import {
  letterAt,
  letterBytes,
  letterChoices,
  letterPage,
  outcomeAt,
  type LetterRow,
  type Place,
} from '#warehouse/queries/dead-letters.ts';
import { ANSWER_WITHIN_MS, Asks } from '../auth/asks.ts';
import type { SignedInRoute } from '../auth/signed-in-route.ts';
import type { NewId } from '../http/guards.ts';
import { Problem } from '../http/problem.ts';
import type { Route } from '../http/route.ts';
import { bytesView } from '../staff-data/letter-view.ts';
import { hasEnded, type Redrives } from '../staff-data/redrives.ts';
import type { UserStore } from '../users/store.ts';

export interface DeadLettersOptions {
  warehouse: Warehouse;
  log: EventLog;
  store: UserStore;
  staff: SignedInRoute;
  redrives: Redrives;
  clock: Clock;
  newId: NewId;
}

/** What could not be understood: looked at, and sent again; nothing of it is ever edited. */
export function deadLetterRoutes({
  warehouse,
  log,
  store,
  staff,
  redrives,
  clock,
  newId,
}: DeadLettersOptions): Route[] {
  const asks = new Asks(store, 'redrive');

  /** Answers when it is done, or 202 while it is under way: the list of redrives tells the rest. */
  async function redrive(
    asked: Pick<RedriveCommand, 'filter' | 'place'>,
    asker: Parameters<Asks['count']>[0],
  ): Promise<RedriveAnswer> {
    await asks.count(asker);
    const at = clock().toISOString();
    const command: RedriveCommand = {
      ...asked,
      redriveId: `redrive-${at}-${newId().slice(0, 8)}`,
      askedBy: 'staff',
      dryRun: false,
      at,
    };
    const settled = redrives.settled(command.redriveId, ANSWER_WITHIN_MS);
    await log.publish(redriveCommand, [encodeEvent(redriveCommand, command)]);
    const run = await settled;
    if (run === undefined || !hasEnded(run)) asker.response.status(202);
    const nothingYet = {
      state: 'running',
      askedAt: at,
      matched: 0,
      redriven: 0,
      notSent: {},
    } as const;
    return answerOf(run ?? { ...command, ...nothingYet });
  }

  return [
    staff(listDeadLetters, async ({ query: { page, limit, ...filter } }) => {
      const { rows, total } = await letterPage(warehouse, filter, {
        limit,
        offset: (page - 1) * limit,
      });
      const { byReason, bySource } = await letterChoices(warehouse, filter);
      return {
        letters: rows.map((row) => letterOf(row, row.size)),
        total,
        pageSize: limit,
        byReason: byReason.map(({ name, ...counts }) => ({ reason: name, ...counts })),
        bySource: bySource.map(({ name, ...counts }) => ({ source: name, ...counts })),
      };
    }),
    staff(readDeadLetter, async ({ params }) => {
      const row = await letterAt(warehouse, params);
      const bytes = await letterBytes(warehouse, params);
      if (row === undefined || bytes === undefined) throw unknownLetter(params);
      const to =
        row.state === 'redriven' ? { partition: row.to_partition, offset: row.to_offset } : null;
      const became = to && (await outcomeAt(warehouse, row.run_id, { topic: row.topic, ...to }));
      return {
        ...letterOf(row, bytes.length),
        eventId: row.event_id,
        runId: row.run_id,
        schema: row.schema,
        redrivenTo: to,
        became: became ?? null,
        bytes: bytesView(bytes),
      };
    }),
    staff(downloadDeadLetter, async ({ params, response }) => {
      const bytes = await letterBytes(warehouse, params);
      if (bytes === undefined) throw unknownLetter(params);
      const { topic, partition, offset } = params;
      response.attachment(`${topic.replaceAll(/[^\w.-]/g, '_')}-${partition}-${offset}.bin`);
      return new Uint8Array(bytes);
    }),
    staff(redriveAll, ({ body: filter, ...asker }) => redrive({ filter }, asker)),
    staff(redriveOne, async ({ params: place, ...asker }) => {
      if ((await letterAt(warehouse, place)) === undefined) throw unknownLetter(place);
      return redrive({ filter: {}, place }, asker);
    }),
    staff(listRedrives, () => ({ redrives: redrives.all.map(answerOf) })),
  ];
}

const placeOf = ({ topic, log_partition, log_offset }: LetterRow): Place => ({
  topic,
  partition: log_partition,
  offset: log_offset,
});

const letterOf = (row: LetterRow, size: number): Letter => ({
  ...placeOf(row),
  at: fromWarehouseInstant(row.at),
  source: row.source,
  sourceId: row.source_id,
  origin: row.origin,
  reason: row.reason,
  detail: row.detail,
  size,
  state: row.state,
  endedAt:
    row.state === 'redriven' || row.state === 'replayed'
      ? fromWarehouseInstant(row.ended_at)
      : null,
});

const answerOf = ({
  redriveId,
  state,
  askedAt,
  askedBy,
  filter,
  place,
  matched,
  redriven,
  notSent,
  became,
  error,
}: RedriveRun): RedriveAnswer => ({
  redriveId,
  state,
  askedAt,
  askedBy,
  filter,
  place: place ?? null,
  matched,
  redriven,
  notSent,
  became: became ?? null,
  error: error ?? null,
});

const unknownLetter = ({ topic, partition, offset }: Place): Problem =>
  new Problem(404, 'unknown_letter', `There is no dead letter of ${topic}/${partition}/${offset}.`);
