import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { type RouteName, type Route, ROUTES } from '../client/paths.ts';
import { ACCURACY } from '../content/accuracy.ts';
import { ADMIN } from '../content/admin.ts';
import { ANALYTICS } from '../content/analytics.ts';
import { LAYOUT, PAGE_NAMES, titleOf } from '../content/brand.ts';
import { BUYING } from '../content/buying.ts';
import { COMPARE } from '../content/compare.ts';
import { DASHBOARD } from '../content/data-dashboard.ts';
import { HOME } from '../content/home.ts';
import { DEPRECIATION_PAGE, LANDING } from '../content/landing.ts';
import { MARKET_STORIES } from '../content/market-stories.ts';
import { CHECKOUT, SUBSCRIPTION } from '../content/payments.ts';
import { PROFILE } from '../content/profile.ts';
import { SEARCH } from '../content/search.ts';
import { Welcome } from '../features/home/welcome.tsx';
import { Hero } from '../features/landing/hero.tsx';
import { StoriesHero } from '../features/market-stories/stories-hero.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { PageHero } from '../ui/page-hero.tsx';
import { PageSkeleton } from '../ui/surface.tsx';
import { Header } from './header.tsx';
import { SampleNotice } from './market-notice.tsx';

interface Head {
  /** The head of the page as its screen draws it. */
  head: ReactNode;
  /** What search engines say of the page. */
  about: string;
  /** A guest sees another page, though the path is open. */
  forMembers?: boolean;
}

const heroOf = (words: { eyebrow: string; title: string; text: string }): Head => ({
  head: <PageHero words={words} />,
  about: words.text,
});

const headOf = ({ title, intro }: { title: string; intro: string }): Head => ({
  head: (
    <div className="frame pt-6 sm:pt-10">
      <PageHead title={title} text={intro} />
    </div>
  ),
  about: intro,
});

const HEADS: Record<RouteName, Head> = {
  landing: { head: <Hero />, about: LANDING.hero.text },
  depreciation: heroOf(DEPRECIATION_PAGE.hero),
  realtimeAnalyzer: heroOf(BUYING.hero),
  subscription: { ...heroOf(SUBSCRIPTION), forMembers: true },
  checkout: heroOf(CHECKOUT),
  accuracy: heroOf(ACCURACY.hero),
  marketStories: { head: <StoriesHero />, about: MARKET_STORIES.hero.text },
  search: headOf(SEARCH),
  analytics: heroOf(ANALYTICS.hero),
  compare: headOf(COMPARE),
  home: { head: <Welcome name={undefined} />, about: HOME.text },
  dataDashboard: headOf(DASHBOARD),
  profile: {
    head: (
      <div className="frame flex min-h-29 items-center sm:min-h-33">
        <PageHead title={PROFILE.title} />
      </div>
    ),
    about: PROFILE.signedOut.text,
  },
  admin: headOf(ADMIN),
};

/** A page before its script runs: what is known without it stands where the app will draw it. */
export interface FirstFrame {
  /** With the query of a view of its own. */
  path: string;
  /** Null where a guest finds no page. */
  guest: string | null;
  member: string;
  title: string;
  about: string;
}

/** One for each page, and for each view that has an address of its own, and what stands in any other. */
export function firstFrames(): { pages: FirstFrame[]; other: string } {
  const names = Object.keys(HEADS) as RouteName[];
  const other = frameOf('/', null);
  const views = (['market', 'browse'] as const).map((view) => ({
    path: `/?view=${view}`,
    // It opens at the view: what stands above that is not seen.
    guest: other,
    member: other,
    title: titleOf(LANDING.switch[view]),
    about: LANDING.hero.text,
  }));
  return {
    other,
    pages: names
      .map((name): FirstFrame => {
        const { path, access }: Route = ROUTES[name];
        const { head, about, forMembers = false } = HEADS[name];
        const member = frameOf(path, head);
        const guest = forMembers ? frameOf(path, null) : member;
        return {
          path,
          member,
          guest: access === 'open' ? guest : null,
          title: titleOf(PAGE_NAMES[name]),
          about,
        };
      })
      .concat(views),
  };
}

const frameOf = (path: string, head: ReactNode): string =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[path]}>
        <Frame head={head} />
      </MemoryRouter>
    </QueryClientProvider>,
  );

/** Buttons are not seen while they would do nothing. Which market it is, and whose, the server says. */
const Frame = ({ head }: { head: ReactNode }) => (
  <div className="[&_button]:invisible">
    <Header />
    <main className="min-h-[95vh]">
      <div className="hidden in-[[data-market=sample]]:block">
        <SampleNotice />
      </div>
      {head}
      <PageSkeleton headed={head !== null}>
        {/* Shown by its style alone: there may be no script to do it. */}
        <p className="late text-ink-muted">
          {LAYOUT.late.text}{' '}
          <a href="" className="font-bold text-primary underline">
            {LAYOUT.late.again}
          </a>
        </p>
      </PageSkeleton>
    </main>
  </div>
);
