import { beforeEach, expect, it } from 'vitest';
import { currentUser } from '#schemas/api/account.ts';
import { searchFacets } from '#schemas/api/listings.ts';
import { marketAnalysis } from '#schemas/api/market.ts';
import { answerSearches, FACETS, openListings } from './support/listings.ts';
import { MARKET_ANALYSIS, USER } from './support/market.ts';
import { openMembership } from './support/membership.ts';
import { describePortal, eachVisit, type Portal } from './support/portal.ts';
import { openStaff } from './support/staff.ts';

interface Place {
  path: string;
  open: (api: Portal['api']) => void;
  /** A whole text, or what is part of one. */
  texts: readonly (string | RegExp)[];
}

/** The choices of the type filter. */
const TYPE_FILTERS =
  'Class A|Class B|Class C|Fifth Wheel|Fish House|Park Model|Pop-up Camper|Toy Hauler|Travel Trailer|Truck Camper'.split(
    '|',
  );

const withAnalysis = (api: Portal['api']) => api.answer(marketAnalysis, MARKET_ANALYSIS);

/** Texts of the specification that stand on a screen without being part of what its other tests do. */
const PLACES: Record<string, Place> = {
  'market analysis': {
    path: '/?view=market',
    open: withAnalysis,
    texts: [
      'Best Retention',
      'Fastest Decline',
      'Sweet Spot',
      'Market Condition',
      'By RV Type',
      'By Manufacturer',
      'By Model Family',
      'Purchase Insights',
      /5-year avg/,
      'Best performers',
      'Underperformers',
      'Emerging Market Trends',
      'Investment Strategy',
      'Current Market Conditions',
      'Data Management',
      /every 30 minutes/,
    ],
  },
  'market analysis by manufacturer': {
    path: '/?view=market&by=make',
    open: withAnalysis,
    texts: [/avg rate/, 'Strong models', 'Buy Strategy'],
  },
  'market analysis by model family': {
    path: '/?view=market&by=model',
    open: withAnalysis,
    texts: [/5-year/, 'Investment Strategy'],
  },
  'purchase insights': {
    path: '/?view=market&by=purchase',
    open: withAnalysis,
    texts: [
      'Comprehensive Purchase Insights',
      'Seasonal Buying Trends & Market Timing',
      'Financing Rate Analysis',
      'Annual Ownership Cost Breakdown',
      'Current Market Timing Signals',
      'Strategic Negotiation Guide',
      'Smart Buying Summary',
      /October-December/,
      /15-25%/,
      /750\+/,
      "2024 buyer's market with RV sales down 8.9%",
    ],
  },
  'data dashboard': {
    path: '/data-dashboard',
    open: openStaff,
    texts: [
      /from 4 data sources/,
      /twice daily at 6 AM and 6 PM/,
      /6 algorithm systems run every 2 h/,
    ],
  },
  admin: { path: '/admin', open: openStaff, texts: ['Admin Dashboard', 'System Stats'] },
  'profile, overview': {
    path: '/profile',
    open: openMembership,
    texts: ['Member Since', 'Account type', 'Overview', 'Account', 'Billing', 'Settings'],
  },
  'profile, settings': {
    path: '/profile?tab=settings',
    open: openMembership,
    texts: [
      'Email Notifications',
      'Manage',
      'Privacy Settings',
      'Configure',
      'Delete Account',
      'Delete',
    ],
  },
  subscription: {
    path: '/subscription',
    open: openMembership,
    texts: [
      '3 analyses per month',
      'Basic data',
      'Limited support',
      'Unlimited analyses',
      'Advanced insights',
      'Historical data',
      'Priority support',
      'Real-time updates',
      'PDF export',
    ],
  },
  search: {
    path: '/search',
    open: openListings,
    texts: ['Zip Code *', ...TYPE_FILTERS],
  },
  'search that finds nothing': {
    path: '/search?make=Jayco',
    open: (api) => {
      openListings(api);
      api.answer(searchFacets, FACETS);
      answerSearches(api, [], () => ({ listings: [], total: 0 }));
    },
    texts: ['No RVs Found', 'Clear Filters'],
  },
};

describePortal('texts of the specification', (portal) => {
  const visit = eachVisit(portal);
  beforeEach(() => portal.api.answer(currentUser, USER));

  it.each(Object.entries(PLACES))('stand on their screen: %s', async (_, { path, open, texts }) => {
    openListings(portal.api);
    open(portal.api);
    await visit.go(path);
    const missing = async () => {
      const shown = texts.map((text) =>
        visit.page.locator('#content').getByText(text, { exact: true }).filter({ visible: true }),
      );
      const counts = await Promise.all(shown.map((found) => found.count()));
      return texts.filter((_text, at) => counts[at] === 0);
    };
    await expect.poll(missing).toEqual([]);
  });
});
