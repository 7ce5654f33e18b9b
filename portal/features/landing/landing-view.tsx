import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router-dom';
import { useAddress } from '../../client/use-address.ts';
import { pathOf } from '../../client/paths.ts';
import { BRAND, PAGE_NAMES, titleOf } from '../../content/brand.ts';
import { LANDING } from '../../content/landing.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { ArrowIcon } from '../../ui/icons.tsx';
import { PrintedFrom } from '../../ui/printed-from.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Closing } from './closing.tsx';
import { FeatureSection } from './feature-section.tsx';
import { Hero } from './hero.tsx';
import { Statistics } from './statistics.tsx';

type View = 'analyze' | 'market' | 'browse';
const VIEWS: readonly View[] = ['analyze', 'market', 'browse'];

interface LandingViewProps extends Record<View, ReactNode> {
  /** How accurate values are. */
  accuracy: ReactNode;
}

/** Once a load, and not of one anew: who comes back to the page is where they were. */
let isToOpen = true;

/** The landing page; what other features show on it is handed in, since features do not know each other. */
export function LandingView({ accuracy, ...views }: LandingViewProps) {
  const { params, change } = useAddress();
  const view = VIEWS.find((known) => known === params.get('view')) ?? 'analyze';
  useEffect(() => {
    document.title = titleOf(view === 'analyze' ? PAGE_NAMES.landing : LANDING.switch[view]);
  }, [view]);
  // A link to a view opens at it, not at what every visitor is told first.
  const open = (switched: HTMLElement | null) => {
    const [loading] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    if (isToOpen && view !== 'analyze' && loading?.type === 'navigate') switched?.scrollIntoView();
    isToOpen = false;
  };
  return (
    <>
      <div className="page-head frame">
        <PrintedFrom what={BRAND.name} />
      </div>
      <Hero />
      <FeatureSection />
      <section
        ref={open}
        aria-label={LANDING.switch.label}
        className="print-in-parts frame py-10 sm:py-14 print:py-0"
      >
        <Tabs
          headed
          label={LANDING.switch.label}
          value={view}
          onChange={(next, how) => change({ view: next === 'analyze' ? null : next }, how)}
          tabs={VIEWS.map((value) => ({
            value,
            label: LANDING.switch[value],
            content: views[value],
          }))}
        />
        <p className="no-print mt-8 text-center">
          <Link to={pathOf('marketStories')} className={buttonClasses('secondary')}>
            {LANDING.stories}
            <ArrowIcon className="size-5" />
          </Link>
        </p>
      </section>
      <Statistics accuracy={accuracy} />
      <Closing />
    </>
  );
}
