import { schedule } from 'node-cron';
import { isOn, lastSlot, scheduledHours, slotId, wasMissed } from '#domain/collection/schedule.ts';
import type { Clock } from '#platform/clock.ts';
import type { Config } from '#platform/config/load.ts';
import type { Lifecycle } from '#platform/lifecycle.ts';
import { allEvents } from '#platform/log/all-events.ts';
import type { EventLog } from '#platform/log/port.ts';
import type { Logger } from '#platform/logging.ts';
import { CLAIMED } from '#schemas/constants.ts';
import { computeCommand } from '#schemas/events/compute-command.ts';
import { ingestCommand } from '#schemas/events/ingest-command.ts';
import { SCHEDULES, scheduleSwitch, type ScheduleName } from '#schemas/events/schedule-switch.ts';
import { encodeEvent } from '#schemas/events/topic.ts';

const MS_PER_HOUR = 3_600_000;
/** A process that was busy or suspended at the hour asks late: a second is node-cron's patience. */
const PATIENCE_MS: Readonly<Record<ScheduleName, number>> = {
  refresh: 6 * MS_PER_HOUR,
  compute: CLAIMED.algorithmsEveryHours * MS_PER_HOUR,
};

export interface SchedulerRole {
  config: Config<'TZ'>;
  log: EventLog;
  clock: Clock;
  logger: Logger;
  lifecycle: Lifecycle;
}

/**
 * Asks for refreshes at 6 AM and 6 PM and for the batch every two hours, unless staff switched it off.
 * The command's id is its slot, so that several schedulers lead to one run. A slot that passed while no
 * scheduler ran is made up for at the start, once.
 */
export async function startSchedulerRole(role: SchedulerRole): Promise<void> {
  const { config, log, clock, logger, lifecycle } = role;
  const hours = scheduledHours(config.TZ);

  const askAt = async (name: ScheduleName, slot: Date): Promise<void> => {
    if (!isOn(await Array.fromAsync(allEvents(log, scheduleSwitch)), name)) {
      logger.info({ schedule: name, slot }, 'the schedule is switched off');
      return;
    }
    await ask(log, name, slot);
  };
  const say = (name: ScheduleName, slot: Date) => (error: unknown) =>
    logger.error({ err: error, schedule: name, slot }, 'the schedule could not ask for a run');

  for (const name of SCHEDULES) {
    const task = schedule(
      `0 ${hours[name].hours.join(',')} * * *`,
      ({ date }) => askAt(name, date).catch(say(name, date)),
      { timezone: hours[name].timeZone, missedExecutionTolerance: PATIENCE_MS[name] },
    );
    lifecycle.onStop(`schedule of ${name}`, async () => {
      await task.destroy();
    });
  }
  const switches = await Array.fromAsync(allEvents(log, scheduleSwitch));
  for (const name of SCHEDULES) {
    const slot = lastSlot(hours[name], clock());
    const isMissed = wasMissed(slot, {
      ...(await pastOf(log, name)),
      wasOn: isOn(switches, name, slot),
    });
    if (!isMissed) continue;
    logger.info({ schedule: name, slot }, 'making up for a run that was missed');
    await askAt(name, slot).catch(say(name, slot));
  }
}

async function ask(log: EventLog, name: ScheduleName, slot: Date): Promise<void> {
  const asked = {
    commandId: slotId(name, slot),
    at: slot.toISOString(),
    askedBy: 'schedule',
  } as const;
  if (name === 'compute')
    await log.publish(computeCommand, [encodeEvent(computeCommand, { ...asked, only: 'all' })]);
  else
    await log.publish(ingestCommand, [encodeEvent(ingestCommand, { ...asked, kind: 'refresh' })]);
}

/** When what a schedule asks for was asked for, by whomever, and since when the log knows. */
async function pastOf(
  log: EventLog,
  name: ScheduleName,
): Promise<{ asked: Date[]; since: Date | undefined }> {
  const commands =
    name === 'compute'
      ? (await Array.fromAsync(allEvents(log, computeCommand))).map(({ at, only }) => ({
          at,
          counts: only === 'all',
        }))
      : (await Array.fromAsync(allEvents(log, ingestCommand))).map(({ at, kind }) => ({
          at,
          counts: kind !== 'specific' && kind !== 'sample',
        }));
  const first = commands.map(({ at }) => at).toSorted()[0];
  return {
    asked: commands.filter(({ counts }) => counts).map(({ at }) => new Date(at)),
    since: first === undefined ? undefined : new Date(first),
  };
}
