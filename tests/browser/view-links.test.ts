import { beforeEach, describe, expect, it } from 'vitest';
import { marketAnalysis, marketData } from '#schemas/api/market.ts';
import { layoutShift } from './support/looks.ts';
import { MARKET_ANALYSIS, openMarket } from './support/market.ts';
import { DESKTOP, describePortal, eachVisit, PHONE, type Visit } from './support/portal.ts';

/** Notes, of each frame, where the switch of views stands and whether the landing page's own heading is seen. */
const NOTE_FRAMES = `
  window.frames = [];
  const note = () => {
    const top = document.querySelector('#content [role=tablist]')?.getBoundingClientRect().top;
    const heading = document.querySelector('h1')?.getBoundingClientRect();
    const inView = heading !== undefined && heading.bottom > 0 && heading.top < innerHeight;
    window.frames.push({ top: top === undefined ? null : Math.round(top), inView });
    requestAnimationFrame(note);
  };
  requestAnimationFrame(note);`;

interface Frame {
  top: number | null;
  inView: boolean;
}

describePortal('a link to a view of the landing page', (portal) => {
  const visit = eachVisit(portal);
  beforeEach(() => {
    openMarket(portal.api);
    portal.api.answer(marketAnalysis, MARKET_ANALYSIS);
  });

  const scrolled = () => visit.page.evaluate<number>('scrollY');
  const switchOf = ({ page }: Visit) => page.locator('#content [role=tablist]').first();
  const drawn = {
    market: ({ page }: Visit) => page.getByText('Best Retention').waitFor(),
    browse: ({ page }: Visit) => page.getByText('67,511 listings on the market').waitFor(),
  };

  describe.each([
    ['phone', PHONE],
    ['desktop', DESKTOP],
  ])('on a %s', (_, viewport) => {
    it.each([
      ['/?view=market', drawn.market],
      [
        '/?view=market&by=purchase',
        ({ page }: Visit) => page.getByRole('row', { name: /Total a year/ }).waitFor(),
      ],
      ['/?view=browse', drawn.browse],
    ])('opens at the switch, and stays there whatever comes: %s', async (path, isDrawn) => {
      const release = [marketData, marketAnalysis].map((call) => portal.api.hold(call));
      const visitor = await portal.visit({ viewport });
      await visitor.page.addInitScript(NOTE_FRAMES);
      await visitor.go(path);
      await switchOf(visitor).waitFor();
      const { y: first } = (await switchOf(visitor).boundingBox()) ?? {};
      expect(first).toBeLessThan(60);
      for (const answer of release) answer();
      await isDrawn(visitor);
      await visitor.page.waitForLoadState('networkidle');
      expect(await layoutShift(visitor)).toBeLessThanOrEqual(0.02);
      const frames = await visitor.page.evaluate<Frame[]>('window.frames');
      expect(frames.filter(({ inView }) => inView)).toEqual([]);
      const tops = frames.flatMap(({ top }) => (top === null ? [] : [top]));
      expect(new Set(tops)).toEqual(new Set([Math.round(first ?? -1)]));
      await visitor.leaveQuietly();
    });
  });

  it.each([
    ['phone', '/?view=market', drawn.market],
    ['phone', '/?view=browse', drawn.browse],
    ['desktop', '/?view=market', drawn.market],
    ['desktop', '/?view=browse', drawn.browse],
  ])(
    'says in view on a %s that its figures are of the sample, and moves nothing by it: %s',
    async (device, path, isDrawn) => {
      portal.api.market = 'sample';
      const release = [marketData, marketAnalysis].map((call) => portal.api.hold(call));
      const visitor = await portal.visit({ viewport: device === 'phone' ? PHONE : DESKTOP });
      await visitor.go(path);
      await switchOf(visitor).waitFor();
      const badge = visitor.page.locator('#content').getByText('Sample data', { exact: true });
      await badge.waitFor();
      for (const answer of release) answer();
      await isDrawn(visitor);
      await visitor.page.waitForLoadState('networkidle');
      const { y = 0, height = 0 } = (await badge.boundingBox()) ?? {};
      expect(y).toBeGreaterThan(0);
      expect(y + height).toBeLessThan(PHONE.height);
      expect(await layoutShift(visitor)).toBeLessThanOrEqual(0.02);
      await visitor.leaveQuietly();
    },
  );

  it('says nothing of a sample where the market is real', async () => {
    for (const [path, isDrawn] of [
      ['/?view=market', drawn.market],
      ['/?view=browse', drawn.browse],
    ] as const) {
      await visit.go(path);
      await isDrawn(visit);
      expect(await visit.page.getByText('Sample data').count()).toBe(0);
    }
  });

  it.each(['/', '/?view=analyze', '/?view=other'])(
    'is not %s, which opens at its top',
    async (path) => {
      await visit.go(path);
      await visit.page.getByRole('form', { name: 'Your RV' }).waitFor();
      await visit.page.waitForLoadState('networkidle');
      expect(await scrolled()).toBe(0);
    },
  );

  it('is where it was left, by Back', async () => {
    const { page } = visit;
    await visit.go('/?view=browse');
    await drawn.browse(visit);
    const leads = page.getByRole('contentinfo').getByRole('link', { name: 'How accurate' });
    await leads.scrollIntoViewIfNeeded();
    const there = await scrolled();
    await leads.click();
    await page.waitForURL('**/accuracy');
    await expect.poll(scrolled).toBe(0);
    await page.goBack();
    await expect.poll(scrolled).toBe(there);
  });

  it('is where it was when it is loaded anew, at the top too', async () => {
    await visit.go('/?view=browse');
    await drawn.browse(visit);
    await visit.page.evaluate('scrollTo(0, 0)');
    await visit.page.reload();
    await drawn.browse(visit);
    expect(await scrolled()).toBe(0);
  });

  it('names the document after the view, before its script and as one switches', async () => {
    const { page } = visit;
    const titleSent = async (path: string) => {
      const html = await (await page.request.get(portal.api.url + path)).text();
      return /<title>([^<]*)/.exec(html)?.[1];
    };
    const start = 'RigWorth: what an RV is worth today and over ten years';
    expect(await titleSent('/?view=market&by=make')).toBe('Market Analysis | RigWorth');
    expect(await titleSent('/?view=browse')).toBe('Browse Market | RigWorth');
    expect(await titleSent('/?view=constructor')).toBe(start);
    await visit.go('/?view=market');
    await expect.poll(() => page.title()).toBe('Market Analysis | RigWorth');
    await page.getByRole('tab', { name: 'Browse Market' }).click();
    await expect.poll(() => page.title()).toBe('Browse Market | RigWorth');
    await page.getByRole('tab', { name: 'Analyze My RV' }).click();
    await expect.poll(() => page.title()).toBe(start);
    await page.goBack();
    await expect.poll(() => page.title()).toBe('Browse Market | RigWorth');
  });
});
