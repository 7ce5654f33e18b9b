import { CONTRIBUTORS_MIN } from '#schemas/constants.ts';
import type { Warehouse } from '#warehouse/client.ts';
import {
  contributionsBefore,
  lastContributionStep,
  writeContributionStep,
} from '#warehouse/queries/contributions.ts';
import { nextStep } from './contribution-step.ts';

/**
 * Takes the next step in what is told of contributions, if one is due: at most once a day in UTC, of what
 * was shared before that day. Nobody can measure before and after somebody's contribution, or by
 * sharing and withdrawing their own. The sample is of nobody: each batch tells all of it. One batch runs
 * at a time, so that there is one step for all.
 */
export async function stepContributions(
  warehouse: Warehouse,
  { sample, now }: { sample: boolean; now: Date },
): Promise<void> {
  const day = now.toISOString().slice(0, 10);
  const last = await lastContributionStep(warehouse, { sample });
  // One whose run ended before its figures were counted is counted now.
  if (last !== undefined && last.figures === undefined)
    return writeContributionStep(warehouse, { sample, ...last });
  if (last !== undefined && last.day >= day && !sample) return;
  const standing = await contributionsBefore(warehouse, { sample, day });
  const step = sample
    ? { shown: standing, leftOut: [] }
    : nextStep(last, standing, CONTRIBUTORS_MIN);
  if (step !== undefined) await writeContributionStep(warehouse, { sample, day, ...step });
}
