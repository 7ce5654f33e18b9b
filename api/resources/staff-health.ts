import { RUNS_TO_JUDGE_BY } from '#domain/health/usual-band.ts';
import type { Clock } from '#platform/clock.ts';
import { staffAlerts, staffPipeline, staffRun, staffSources } from '#schemas/api/staff-health.ts';
import type { SignedInRoute } from '../auth/signed-in-route.ts';
import { Problem } from '../http/problem.ts';
import type { Route } from '../http/route.ts';
import type { StaffHealth } from '../staff-health/staff-health.ts';
import { RUNS_KEPT } from '../staff-health/run-log.ts';
import { endedIncidents, openIncidents, type Incident } from '../users/incidents.ts';
import type { UserStore } from '../users/store.ts';

const RECENT_MS = 30 * 24 * 3_600_000;
const RECENT_SHOWN = 100;

export interface StaffHealthParts {
  health: StaffHealth;
  store: UserStore;
  staff: SignedInRoute;
  clock: Clock;
  /** Whether alerts go out. */
  hasWebhook: boolean;
}

/** What staff see of the health of sources, pipeline and batch. */
export function staffHealthRoutes({
  health,
  store,
  staff,
  clock,
  hasWebhook,
}: StaffHealthParts): Route[] {
  return [
    staff(staffSources, async () => {
      const open = await health.openLetters();
      return {
        at: clock().toISOString(),
        runsToJudgeBy: RUNS_TO_JUDGE_BY,
        sources: health.sources().map((row) => ({
          ...row,
          openLetters: open && (open.get(row.source) ?? 0),
        })),
      };
    }),
    staff(staffRun, ({ params }) => {
      const story = health.runs.story(params.run, clock());
      if (story === undefined)
        throw new Problem(
          404,
          'unknown_run',
          `No run ${params.run} is known; the last ${RUNS_KEPT} of each source are.`,
        );
      return story;
    }),
    staff(staffPipeline, async () => ({
      at: clock().toISOString(),
      ...(await health.pipeline()),
    })),
    staff(staffAlerts, async () => {
      const since = new Date(clock().getTime() - RECENT_MS);
      const [open, recent] = await Promise.all([
        openIncidents(store),
        endedIncidents(store, { since, limit: RECENT_SHOWN }),
      ]);
      return {
        at: health.judgedAt.toISOString(),
        webhook: hasWebhook,
        open: open.map(toAnswer),
        recent: recent.map(toAnswer),
        unwell: health
          .sources()
          .flatMap(({ source, sample, state }) =>
            !sample && (state === 'failing' || state === 'stale') ? [{ source, state }] : [],
          ),
      };
    }),
  ];
}

const toAnswer = ({ openedAt, endedAt, openToldAt, endToldAt, ...incident }: Incident) => ({
  ...incident,
  openedAt: openedAt.toISOString(),
  endedAt: endedAt?.toISOString() ?? null,
  openToldAt: openToldAt?.toISOString() ?? null,
  endToldAt: endToldAt?.toISOString() ?? null,
});
