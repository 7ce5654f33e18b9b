import { beforeEach, describe, expect, it } from 'vitest';
import { currentUser, trackAnalysisUsage, usage } from '#schemas/api/account.ts';
import { comprehensiveAnalysis } from '#schemas/api/analysis.ts';
import { analysed, calculator } from './support/calculator.ts';
import { openMarket, USER } from './support/market.ts';
import { describePortal, eachVisit } from './support/portal.ts';

interface Placed {
  getBoundingClientRect: () => { top: number };
}

describePortal('the allowance of the calculator', (portal) => {
  const visit = eachVisit(portal);
  beforeEach(() => {
    openMarket(portal.api);
  });

  const analyse = () => analysed(visit.page);

  it('gives a guest three analyses a day, then the limit alert, and asks no fourth', async () => {
    await visit.go('/depreciation');
    const rv = await analyse();
    for (const year of ['2018', '2017']) {
      await rv.year.fill(year);
      await rv.submit.click();
      await rv.result.getByText('Current Market Value').waitFor();
    }
    await visit.page.getByText("You've reached your free analysis limit!").waitFor();
    await visit.page
      .getByText('Sign up to continue with more free analyses, or upgrade for unlimited access.')
      .waitFor();
    await rv.year.fill('2016');
    await rv.submit.click();
    await visit.page.getByRole('button', { name: 'Sign up' }).click();
    await visit.page.getByRole('dialog', { name: 'Create your account' }).waitFor();
    expect(portal.api.calls(comprehensiveAnalysis)).toBe(3);
  });

  it.each(['guest', 'member'])('leaves a %s at the limit the result on the screen', async (who) => {
    const limit = { subscriptionStatus: 'free', analysesLimit: 3 } as const;
    if (who === 'member') {
      portal.api.answer(currentUser, USER);
      portal.api.answer(usage, () => {
        const analysesUsed = 2 + portal.api.calls(trackAnalysisUsage);
        return { ...limit, analysesUsed, isAtLimit: analysesUsed >= 3, isOneKept: false };
      });
      portal.api.answer(trackAnalysisUsage, { analysesUsed: 3, analysesLimit: 3, isAtLimit: true });
    }
    await visit.go('/depreciation');
    const rv = await analyse();
    // A guest's others are used up in another tab.
    if (who === 'guest')
      await visit.page.evaluate(`{
        const usage = JSON.parse(localStorage.getItem('rigworth.guest-usage'));
        localStorage.setItem('rigworth.guest-usage', JSON.stringify({ ...usage, count: 3 }));
        dispatchEvent(new Event('storage'));
      }`);
    await rv.submit.click();
    await (
      who === 'member'
        ? visit.page.getByRole('dialog', { name: /Whoopsie!/ })
        : visit.page.locator(':focus').getByText("You've reached your free analysis limit!")
    ).waitFor();
    await visit.page.getByText('View All 10 Years').waitFor();
    expect(portal.api.calls(comprehensiveAnalysis)).toBe(1);
  });

  it('leaves the result on the screen where the server refuses another, and counts anew', async () => {
    const used = { analysesUsed: 1, analysesLimit: 3, isAtLimit: false, isOneKept: false };
    portal.api.answer(currentUser, USER);
    portal.api.answer(usage, { subscriptionStatus: 'free', ...used });
    portal.api.answer(trackAnalysisUsage, used);
    await visit.go('/depreciation');
    const rv = await analyse();
    // The others were used up on another device.
    const message = 'Usage limit reached';
    portal.api.refuse(trackAnalysisUsage, 403, { code: 'usage_limit_reached', message });
    const spent = { analysesUsed: 3, analysesLimit: 3, isAtLimit: true, isOneKept: false };
    portal.api.answer(usage, { subscriptionStatus: 'free', ...spent });
    await rv.submit.click();
    await visit.page.getByRole('dialog', { name: /Whoopsie!/ }).waitFor();
    await visit.page.getByText("You've used all your free analyses this month.").waitFor();
    await visit.page.getByText('View All 10 Years').waitFor();
    expect(portal.api.calls(comprehensiveAnalysis)).toBe(1);
  });

  it('counts anew on another day', async () => {
    await visit.go('/depreciation');
    await visit.page.evaluate(() =>
      localStorage.setItem(
        'rigworth.guest-usage',
        JSON.stringify({ count: 3, lastUsed: '2020-01-01', hasReachedLimit: true }),
      ),
    );
    await visit.page.reload();
    await visit.page.getByText('3 analyses left of 3 today').waitFor();
  });

  it('counts only answers received', async () => {
    portal.api.refuse(comprehensiveAnalysis, 500, { code: 'internal', message: 'Our mistake.' });
    await visit.go('/depreciation');
    const rv = calculator(visit.page);
    await rv.fill();
    await rv.submit.click();
    await visit.page.getByRole('alert').getByText('Our mistake.').waitFor();
    await visit.page.getByText('3 analyses left of 3 today').waitFor();
  });

  it('opens the upgrade prompt for a member at the limit, instead of running', async () => {
    const spent = { analysesUsed: 3, analysesLimit: 3, isAtLimit: true, isOneKept: false };
    portal.api.answer(currentUser, USER);
    portal.api.answer(usage, { subscriptionStatus: 'free', ...spent });
    await visit.go('/depreciation');
    const rv = calculator(visit.page);
    await visit.page.getByText('Cancel anytime • Supports Apple Pay').waitFor();
    await visit.page
      .getByText("You've used all your free analyses this month. Upgrade to continue.")
      .waitFor();
    await rv.fill();
    await rv.submit.click();
    const prompt = visit.page.getByRole('dialog', {
      name: "Whoopsie! You've Used All 3 Free Analyses",
    });
    await prompt.waitFor();
    for (const text of [
      '2,847 happy customers',
      '$5 one-time payment',
      'Unlimited analyses',
      'Advanced market insights and forecasting',
      'PDF report export',
      '10+ years of market data',
    ])
      await expect.poll(() => prompt.innerText()).toContain(text);
    const pitches = new Set<string>();
    for (let asked = 0; asked < 7; asked++) {
      pitches.add(await prompt.locator('[aria-live]').innerText());
      await prompt.getByRole('button', { name: /Give me another excuse|New Joke/ }).click();
    }
    expect(pitches.size).toBe(6);
    await prompt.getByRole('button', { name: 'Maybe Later' }).click();
    await prompt.waitFor({ state: 'detached' });
    expect(portal.api.calls(comprehensiveAnalysis)).toBe(0);
    expect(portal.api.calls(trackAnalysisUsage)).toBe(0);
  });

  it.each(['/depreciation', '/realtime-analyzer'])(
    'leads from a member’s card on %s to the payment, and says first that all are used where they are',
    async (path) => {
      const { page } = visit;
      const card = page.locator('#content');
      portal.api.answer(currentUser, USER);
      const used = { analysesUsed: 2, analysesLimit: 3, isAtLimit: false, isOneKept: false };
      portal.api.answer(usage, { subscriptionStatus: 'free', ...used });
      await visit.go(path);
      const link = card.getByRole('link', { name: 'Upgrade', exact: true });
      expect(await link.getAttribute('href')).toBe('/checkout');

      const spent = { analysesUsed: 3, analysesLimit: 3, isAtLimit: true, isOneKept: false };
      portal.api.answer(usage, { subscriptionStatus: 'free', ...spent });
      await page.reload();
      await card.getByRole('button', { name: 'Upgrade', exact: true }).click();
      await page.getByRole('dialog', { name: "You've Used All 3 Free Analyses" }).waitFor();
      expect(await link.count()).toBe(0);
    },
  );

  it.each([360, 768, 1280])(
    'moves nothing at %d px when it hears which plan a member has',
    async (width) => {
      portal.api.answer(currentUser, USER);
      const used = { analysesUsed: 1, analysesLimit: 3, isAtLimit: false, isOneKept: false };
      const { page } = visit;
      await page.setViewportSize({ width, height: 900 });
      for (const [subscriptionStatus, card] of [
        ['free', 'Free Plan'],
        ['premium', 'Unlimited Access'],
      ] as const) {
        portal.api.answer(usage, { subscriptionStatus, ...used });
        const answer = portal.api.hold(usage);
        await visit.go('/depreciation');
        const form = page.getByRole('form', { name: 'Your RV' });
        const top = async () => (await form.boundingBox())?.y;
        await page.getByRole('link', { name: 'Ada' }).waitFor();
        const before = await top();
        answer();
        await page.getByRole('heading', { name: card }).waitFor();
        expect({ card, top: await top() }).toEqual({ card, top: before });
      }
    },
  );

  it.each([
    ['guest', 360],
    ['member', 360],
    ['member', 320],
  ])('keeps the form of a %s in place when few are left, at %d px', async (who, width) => {
    const { page } = visit;
    await page.setViewportSize({ width, height: 740 });
    const useUp = (analysesUsed: number) => {
      const used = {
        analysesUsed,
        analysesLimit: 3,
        isAtLimit: analysesUsed === 3,
        isOneKept: false,
      };
      portal.api.answer(usage, { subscriptionStatus: 'free', ...used });
      portal.api.answer(trackAnalysisUsage, used);
    };
    const isMember = who === 'member';
    if (isMember) {
      portal.api.answer(currentUser, USER);
      useUp(0);
    }
    const steps = isMember
      ? ['0 of 3', '1 of 3', 'Only 1 analysis left', "You've used all your free analyses"]
      : ['3 analyses left', '2 analyses left', 'Sign in for the free analyses of your account.'];
    await visit.go('/depreciation');
    const rv = calculator(page);
    const tops: number[] = [];
    for (const [at, step] of steps.entries()) {
      if (at > 0) {
        if (isMember) useUp(at);
        await rv.fill('Jayco', 'Jay Flight 28QZX', String(2020 - at));
        await rv.submit.click();
      }
      await page.locator('#content').getByText(step).first().waitFor();
      // Both at once: the page may be on its way to the answer.
      const top = await page.getByRole('form', { name: 'Your RV' }).evaluate((form: Placed) => {
        const { scrollY } = globalThis as unknown as { scrollY: number };
        return form.getBoundingClientRect().top + scrollY;
      });
      tops.push(top);
    }
    expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(1);
  });

  it('says why a member’s allowance is not there, and asks for it again', async () => {
    portal.api.answer(currentUser, USER);
    portal.api.refuse(usage, 503, { code: 'busy', message: 'The counter is being wound.' });
    await visit.go('/depreciation');
    const alert = visit.page.getByRole('alert').filter({ hasText: 'The counter is being wound.' });
    await alert.waitFor();
    const spent = { analysesUsed: 1, analysesLimit: 3, isAtLimit: false, isOneKept: false };
    portal.api.answer(usage, { subscriptionStatus: 'free', ...spent });
    await alert.getByRole('button', { name: 'Try again' }).click();
    await visit.page.getByText('1 of 3 analyses used this month').first().waitFor();
  });

  it('asks for a member’s grant before each analysis, and opens the prompt where it is refused', async () => {
    const used = { analysesUsed: 1, analysesLimit: 3, isAtLimit: false, isOneKept: false };
    portal.api.answer(currentUser, USER);
    portal.api.answer(usage, { subscriptionStatus: 'free', ...used });
    portal.api.answer(trackAnalysisUsage, used);
    await visit.go('/depreciation');
    const rv = await analyse();
    expect(portal.api.calls(trackAnalysisUsage)).toBe(1);
    portal.api.refuse(trackAnalysisUsage, 403, {
      code: 'usage_limit_reached',
      message: 'Usage limit reached',
    });
    await rv.year.fill('2014');
    await rv.submit.click();
    await visit.page.getByRole('dialog', { name: /Whoopsie!/ }).waitFor();
    expect(portal.api.calls(comprehensiveAnalysis)).toBe(1);
  });

  it('counts a member one analysis where the form is changed while its grant is on the way', async () => {
    const used = { analysesUsed: 1, analysesLimit: 3, isAtLimit: false, isOneKept: false };
    portal.api.answer(currentUser, USER);
    portal.api.answer(usage, { subscriptionStatus: 'free', ...used });
    portal.api.answer(trackAnalysisUsage, used);
    await visit.go('/depreciation?make=Jayco&model=Eagle&year=2014');
    const rv = calculator(visit.page);
    const grant = portal.api.hold(trackAnalysisUsage);
    await rv.submit.click();
    await expect.poll(() => portal.api.calls(trackAnalysisUsage)).toBe(1);
    await rv.year.fill('2015');
    await rv.submit.click();
    await expect.poll(() => rv.submit.isDisabled()).toBe(true);
    grant();
    await rv.result.getByText('Current Market Value').waitFor();
    expect(portal.api.calls(trackAnalysisUsage)).toBe(1);
    expect(portal.api.bodies(comprehensiveAnalysis)).toMatchObject([{ year: 2015 }]);
  });

  describe('of a member through an outage', () => {
    /** Counts as the server does: a grant that did not reach it counts until it is taken for lost. */
    const openCounted = (usedBefore: number) => {
      const { api } = portal;
      const counted = () => {
        const analysesUsed = usedBefore + api.calls(trackAnalysisUsage);
        return { analysesUsed, analysesLimit: 3, isAtLimit: analysesUsed >= 3, isOneKept: false };
      };
      api.answer(currentUser, USER);
      api.answer(usage, () => ({ subscriptionStatus: 'free' as const, ...counted() }));
      api.answer(trackAnalysisUsage, counted);
    };
    const PATH = `**${comprehensiveAnalysis.path}`;
    const gateway = (status: number) =>
      visit.page.route(PATH, (route) =>
        route.fulfill({ status, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
      );
    const paywall = () => visit.page.getByRole('dialog', { name: /Whoopsie!/ });
    const press = async () => {
      const { submit, result } = calculator(visit.page);
      const answer = visit.page.waitForResponse(PATH);
      await submit.click();
      await answer;
      return result;
    };
    const banner = () => visit.page.getByRole('meter').getAttribute('aria-label');

    it.each([
      [0, '1 of 3'],
      [2, '3 of 3'],
    ])('counts one in three tries, where %d were used before', async (before, counted) => {
      openCounted(before);
      const { page } = visit;
      await visit.go('/depreciation');
      await calculator(page).fill();
      for (const status of [502, 503, 502]) {
        await gateway(status);
        const result = await press();
        await result.getByText(`Analysis failed: ${status}`).waitFor();
        await result.getByText('uses up no other').waitFor();
        await page.evaluate("dispatchEvent(new Event('visibilitychange'))");
        await page.waitForLoadState('networkidle');
        expect(await banner()).toContain(counted);
        expect(await paywall().count()).toBe(0);
      }
      await page.reload();
      await expect.poll(banner).toContain(counted);
      await page.unroute(PATH);
      await (await press()).getByText('Current Market Value').waitFor();
      await expect.poll(banner).toContain(counted);
      expect(portal.api.calls(trackAnalysisUsage)).toBe(1);
      visit.forgiveNetwork();
    });

    it('says that none is used up where our own server fails at it', async () => {
      openCounted(2);
      await visit.go('/depreciation');
      await calculator(visit.page).fill();
      portal.api.refuse(comprehensiveAnalysis, 500, { code: 'internal', message: 'It broke.' });
      const result = await press();
      await result.getByText('It did not use up one of your analyses').waitFor();
      expect(await banner()).toContain('2 of 3');
      visit.forgiveNetwork();
    });

    it('says nothing of a count to a member of Premium, wherever it failed', async () => {
      const unlimited = { analysesUsed: 7, analysesLimit: 3, isAtLimit: false, isOneKept: false };
      portal.api.answer(currentUser, USER);
      portal.api.answer(usage, { subscriptionStatus: 'premium', ...unlimited });
      portal.api.answer(trackAnalysisUsage, unlimited);
      const failsWith = async (message: string) => {
        await visit.go('/depreciation');
        const { fill, submit, result } = calculator(visit.page);
        await visit.page.getByRole('heading', { name: 'Unlimited Access' }).waitFor();
        await fill();
        await submit.click();
        await result.getByText(message).waitFor();
        expect(await result.innerText()).not.toContain('one of your analyses');
      };
      await gateway(502);
      await failsWith('Analysis failed: 502');
      await visit.page.unroute(PATH);
      await visit.page.evaluate('sessionStorage.clear()');
      portal.api.refuse(comprehensiveAnalysis, 500, { code: 'internal', message: 'It broke.' });
      await failsWith('It broke.');
      await visit.page.evaluate('sessionStorage.clear()');
      portal.api.refuse(trackAnalysisUsage, 503, { code: 'busy', message: 'Too much to do.' });
      await failsWith('Too much to do.');
      visit.forgiveNetwork();
    });

    it('does not know of one that was lost before, whatever our own server says to the next try', async () => {
      openCounted(2);
      await visit.go('/depreciation');
      await calculator(visit.page).fill();
      await gateway(504);
      await (await press()).getByText('uses up no other').waitFor();
      await visit.page.unroute(PATH);
      portal.api.refuse(comprehensiveAnalysis, 503, { code: 'busy', message: 'Too much to do.' });
      const result = await press();
      await result.getByText('Too much to do.').waitFor();
      await result.getByText('uses up no other').waitFor();
      expect(await banner()).toContain('3 of 3');
      visit.forgiveNetwork();
    });

    it('takes a grant left by a form that changed, and asks for another after an answer', async () => {
      openCounted(0);
      await visit.go('/depreciation');
      const rv = calculator(visit.page);
      await rv.fill();
      await gateway(502);
      await press();
      await rv.result.getByText('Analysis failed').waitFor();
      await visit.page.unroute(PATH);
      await rv.year.fill('2017');
      await (await press()).getByText('Current Market Value').waitFor();
      expect(portal.api.calls(trackAnalysisUsage)).toBe(1);
      await rv.year.fill('2016');
      await (await press()).getByText('Current Market Value').waitFor();
      expect(portal.api.calls(trackAnalysisUsage)).toBe(2);
      visit.forgiveNetwork();
    });

    it('opens the prompt where the grant is no longer there', async () => {
      openCounted(2);
      await visit.go('/depreciation');
      await calculator(visit.page).fill();
      await gateway(502);
      await (await press()).getByText('Analysis failed').waitFor();
      await visit.page.unroute(PATH);
      const message = 'Usage limit reached';
      portal.api.refuse(comprehensiveAnalysis, 403, { code: 'usage_limit_reached', message });
      await press();
      await paywall().waitFor();
      await visit.page.getByText("You've used all your free analyses this month.").waitFor();
      visit.forgiveNetwork();
    });

    it('refuses by what the server says now', async () => {
      openCounted(3);
      await visit.go('/depreciation');
      await visit.page.getByText("You've used all your free analyses this month.").waitFor();
      openCounted(0);
      await analysed(visit.page);
    });

    it('says that one is left where one is kept, on another device too', async () => {
      openCounted(3);
      const kept = { analysesLimit: 3, isAtLimit: false, isOneKept: true };
      portal.api.answer(usage, { subscriptionStatus: 'free', analysesUsed: 3, ...kept });
      await visit.go('/depreciation');
      await visit.page.getByText('Only 1 analysis left this month.').waitFor();
      expect(await banner()).toContain('2 of 3');
      portal.api.answer(usage, { subscriptionStatus: 'free', analysesUsed: 2, ...kept });
      await visit.page.reload();
      await expect.poll(banner).toContain('1 of 3');
    });
  });
});
