import { beforeEach, expect, it } from 'vitest';
import { currentUser, usage } from '#schemas/api/account.ts';
import type { Call } from '#schemas/api/call.ts';
import { refreshStatus } from '#schemas/api/data.ts';
import { layoutShift } from './support/looks.ts';
import { describePortal, eachVisit } from './support/portal.ts';
import { openStaff } from './support/staff.ts';

describePortal('a page whose answers come late', (portal) => {
  const visit = eachVisit(portal);
  beforeEach(() => {
    openStaff(portal.api);
    portal.api.answer(usage, {
      subscriptionStatus: 'free',
      analysesUsed: 1,
      analysesLimit: 3,
      isAtLimit: false,
      isOneKept: false,
    });
  });

  it.each<[path: string, width: number, late: Call]>([
    ['/depreciation', 360, currentUser],
    ['/depreciation', 768, currentUser],
    ['/realtime-analyzer', 768, currentUser],
    ['/data-dashboard', 360, refreshStatus],
  ])('moves nothing by them: %s at %d px', async (path, width, late) => {
    const { page } = visit;
    await visit.go('/');
    await page.setViewportSize({ width, height: 900 });
    const answer = portal.api.hold(late);
    await visit.go(path);
    await page.locator('#content h1').waitFor();
    await expect.poll(() => portal.api.calls(late)).toBeGreaterThan(0);
    await page.waitForLoadState('load');
    const before = await layoutShift(visit);
    answer();
    await page.waitForLoadState('networkidle');
    expect((await layoutShift(visit)) - before).toBeLessThanOrEqual(0.005);
  });
});
