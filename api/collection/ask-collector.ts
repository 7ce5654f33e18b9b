import { slotId } from '#domain/collection/schedule.ts';
import type { Clock } from '#platform/clock.ts';
import type { EventLog } from '#platform/log/port.ts';
import type { CollectCommand, IngestCollection } from '#schemas/events/ingest-collection.ts';
import { ingestCommand } from '#schemas/events/ingest-command.ts';
import { encodeEvent } from '#schemas/events/topic.ts';
import { Problem } from '../http/problem.ts';
import type { MarketHolder } from '../market.ts';
import type { Collecting } from './collecting.ts';

/** What is to be collected: everything there is, or what is of one make and model. */
export type Ask =
  { kind: 'refresh' | 'collect-all' | 'scan' } | { kind: 'specific'; make: string; model: string };

export interface AskCollectorDeps {
  market: MarketHolder;
  collecting: Collecting;
  log: EventLog;
  clock: Clock;
}

/**
 * Asks for a collection by a command on the log, or joins the one that does the same and is under way or waits
 * for its turn: the collector would answer a command of its own by that run, and its id would be nobody's.
 * @returns the run's id, which is its command's, and whether others asked for it before
 * @throws Problem 409 where there is nothing to collect from, 503 before the market is there and before it has been
 * read which collections have ended
 */
export async function askCollector(
  { market, collecting, log, clock }: AskCollectorDeps,
  ask: Ask,
): Promise<{ runId: string; isJoined: boolean }> {
  const { snapshot } = market.current;
  if (!collecting.hasRead())
    throw new Problem(
      503,
      'collections_not_read',
      'What was collected before is still being read. Please try again in a moment.',
    );
  if (!collecting.collectsFrom({ sample: snapshot.kind === 'sample' }))
    throw new Problem(
      409,
      'nothing_to_collect',
      'No site is set up to collect from. Put site files into a folder and name it in SITES_DIR.',
    );
  const runId = sameOf(collecting, ask);
  if (runId !== undefined) return { runId, isJoined: true };
  const at = clock();
  const commandId = freeId(collecting, ask, at);
  const command = { ...ask, commandId, at: at.toISOString(), askedBy: 'staff' } as const;
  const told = collecting.collections.untilTold(commandId, TOLD_WITHIN_MS);
  await log.publish(ingestCommand, [encodeEvent(ingestCommand, command)]);
  // Only now may others join it: nobody may join what is not in the log. Of those who ask at once, in one process or
  // in several, the first that the log took runs, and all answer with it.
  if (!(await told)) collecting.collections.asked(command);
  const first = sameOf(collecting, ask) ?? commandId;
  return { runId: first, isJoined: first !== commandId };
}

/** A log that is slower is not waited for: the collector makes one run of both in any case. */
const TOLD_WITHIN_MS = 10_000;

/** The run that does the same, under way or waiting for its turn. */
function sameOf({ collections }: Pick<Collecting, 'collections'>, ask: Ask): string | undefined {
  const { current, waiting } = collections;
  if (current !== undefined && doesTheSame(current, ask)) return current.runId;
  return waiting.find((command) => doesTheSame(command, ask))?.commandId;
}

const SLUG_MAX = 60;
const slug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, SLUG_MAX);

/** One for all who ask for the same within a second, in whichever process. */
const idOf = (ask: Ask, at: Date): string => {
  const what = ask.kind === 'specific' ? `specific@${slug(ask.make)}@${slug(ask.model)}` : ask.kind;
  return `${slotId(what, at).slice(0, -1)}:${String(at.getUTCSeconds()).padStart(2, '0')}Z`;
};

/** Of the first second from then on that is free: one whose run is over, given up at once say, stands for no other. */
function freeId({ collections }: Pick<Collecting, 'collections'>, ask: Ask, at: Date): string {
  const id = idOf(ask, at);
  return collections.isOver(id) ? freeId({ collections }, ask, new Date(at.getTime() + 1_000)) : id;
}

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** Refreshes, scans and collections of everything each collect from every source. */
function doesTheSame(run: CollectCommand | IngestCollection, ask: Ask): boolean {
  if (ask.kind !== 'specific') return run.kind !== 'specific';
  return (
    run.kind === 'specific' && same(run.make ?? '', ask.make) && same(run.model ?? '', ask.model)
  );
}
