import { expect, it } from 'vitest';
import { needsSignIn } from '../../portal/client/paths.ts';
import { EVERY_VIEW, openEveryView, VISITORS } from './support/every-view.ts';
import { lookFaultsIn } from './support/looks.ts';
import { describePortal, PHONE } from './support/portal.ts';

describePortal(
  'every route, by day and by night, on a phone, a desktop and enlarged four times',
  (portal) => {
    it.each(Object.keys(VISITORS))(
      'is accessible, and cut off nowhere, for a visitor %s',
      async (visitor) => {
        const { api } = portal;
        openEveryView(api);
        VISITORS[visitor]?.(api);
        // What a page that is left early says of it on the console is no matter of its looks.
        const visit = await portal.visit({ viewport: PHONE });
        const faults: string[] = [];
        for (const path of EVERY_VIEW) {
          // All of those are one card, which is looked at with the other screens.
          if (visitor === 'signed out' && needsSignIn(path.replace(/\?.*/, ''))) continue;
          await visit.go(path);
          await visit.page.waitForLoadState('networkidle');
          faults.push(...(await lookFaultsIn(visit, `${visitor}${path.replaceAll('/', ' ')}`)));
        }
        await visit.leave();
        expect(faults).toEqual([]);
      },
    );
  },
);
