import { allEvents } from '#platform/log/all-events.ts';
import type { EventLog } from '#platform/log/port.ts';
import type { Logger } from '#platform/logging.ts';
import type { ComputeCommand } from '#schemas/events/compute-command.ts';
import { computeRun, type ComputeRun } from '#schemas/events/compute-run.ts';
import { encodeEvent } from '#schemas/events/topic.ts';
import type { Warehouse } from '#warehouse/client.ts';
import { recordComputeRun } from '#warehouse/queries/compute-runs.ts';

/** What a run is asked for: all commands that wait are answered by one. */
export interface Asked {
  /** At least one. */
  commands: readonly ComputeCommand[];
  /** Offset in the log behind the last of them. */
  end: number;
}

/** A run's name, and how it says what becomes of it. */
export interface Run {
  id: string;
  startedAt: Date;
  /** `stories` where nothing else is asked for. */
  only: ComputeCommand['only'];
  /** Who accepts that the market changed much, where one of the commands says so: the newest of them. */
  acceptChange: ComputeCommand['acceptChange'];
  /** It has begun, as the warehouse and the log know then. */
  sayStarted(): Promise<void>;
  /** The same end said again is the same. */
  sayEnded(end: RunEnd): Promise<void>;
}

/** How a run ended: `kind` and `detail` go into the warehouse, the rest into the log too. */
export type RunEnd = Pick<ComputeRun, 'snapshot' | 'failedChecks' | 'error'> & {
  state: Exclude<ComputeRun['state'], 'started'>;
  at: Date;
  kind?: string;
  detail?: object;
};

export function beginRun(
  deps: { log: EventLog; warehouse: Warehouse; now: () => Date; logger: Logger },
  { commands, end }: Asked,
): Run {
  const startedAt = deps.now();
  const id = `compute@${startedAt.toISOString()}`;
  const commandIds = commands.map(({ commandId }) => commandId);
  const acceptChange = commands.findLast((command) => command.acceptChange)?.acceptChange;
  const only = commands.every((command) => command.only === 'stories') ? 'stories' : 'all';
  /** In the warehouse with its figures, then in the log: whoever hears of it finds it recorded. */
  async function say(
    state: ComputeRun['state'],
    { at, kind = '', detail = {}, ...said }: Omit<RunEnd, 'state'>,
  ): Promise<void> {
    const seconds = (at.getTime() - startedAt.getTime()) / 1000;
    const run = { runId: id, state, at: at.toISOString(), commandIds, commandsEnd: end, ...said };
    deps.logger.info({ ...run, kind, seconds, ...detail }, `compute ${state}`);
    await recordComputeRun(deps.warehouse, run, {
      askedBy: commands.at(-1)?.askedBy ?? '',
      kind,
      detail: { only, seconds, acceptChange, ...detail },
    });
    await deps.log.publish(computeRun, [encodeEvent(computeRun, run)]);
  }
  return {
    id,
    startedAt,
    only,
    acceptChange,
    sayStarted: () => say('started', { at: startedAt }),
    sayEnded: ({ state, ...said }) => say(state, said),
  };
}

/**
 * The commands that a run has answered, published or kept back: the same ones once more lead to
 * nothing new. One whose run failed is not among them.
 */
export async function answeredCommands(log: EventLog): Promise<Set<string>> {
  const answered = new Set<string>();
  for await (const { state, commandIds } of allEvents(log, computeRun))
    if (state === 'published' || state === 'kept_back')
      for (const id of commandIds) answered.add(id);
  return answered;
}
