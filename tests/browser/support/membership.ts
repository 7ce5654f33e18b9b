import type { z } from 'zod';
import {
  currentUser,
  getProfile,
  getSubscription,
  subscriptionStatus,
  trackAnalysisUsage,
  usage,
  type profile,
} from '#schemas/api/account.ts';
import { listContributions } from '#schemas/api/contribution.ts';
import { getSettings, listSessions } from '#schemas/api/profile.ts';
import { valuationReport } from '#schemas/api/report.ts';
import { listSavedRvs } from '#schemas/api/saved-rvs.ts';
import { SAVED } from './listings.ts';
import { openMarket, USER } from './market.ts';
import type { MockApi } from './mock-api.ts';

export const PROFILE: z.output<typeof profile> = {
  firstName: 'Ada',
  lastName: 'Byron',
  email: 'ada@example.com',
  phone: '',
  location: 'Reno, NV',
  subscriptionStatus: 'free',
  analysesUsed: 2,
  analysesLimit: 3,
  isOneKept: false,
  lastAnalysisAt: '2026-11-19T09:30:00.000Z',
  joinedAt: '2026-03-04T10:00:00.000Z',
};

export const SUBSCRIPTION: NonNullable<z.output<typeof getSubscription.response>> = {
  amount: 500,
  status: 'active',
  currentPeriodEnd: '2026-12-14T00:00:00.000Z',
  cancelAtPeriodEnd: false,
};

const DEVICES: z.output<typeof listSessions.response> = [
  ['Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36', true] as const,
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/604.1', false] as const,
].map(([device, current], at) => ({
  id: `00000000-0000-4000-8000-00000000000${at}`,
  device,
  current,
  createdAt: '2026-11-01T08:00:00.000Z',
  lastSeenAt: '2026-11-20T08:00:00.000Z',
}));

export const CONTRIBUTIONS: z.output<typeof listContributions.response> = [
  {
    id: '00000000-0000-4000-8000-0000000000c1',
    contributedAt: '2026-10-01T08:00:00.000Z',
    shared: true,
    purchase: {
      make: 'Jayco',
      model: 'Jay Flight 28BHS',
      year: 2021,
      rvType: 'travel-trailer',
      purchasePrice: 24_900,
      purchaseDate: '2024-05-12',
      purchaseType: 'dealer',
      location: 'Reno, NV',
      condition: 'used',
    },
  },
];

/** A member who has used two of three analyses, saved some RVs and shared a purchase. */
export function openMembership(api: MockApi): void {
  openMarket(api);
  api.answer(currentUser, { ...USER, emailVerified: true });
  api.answer(getProfile, PROFILE);
  api.answer(usage, {
    subscriptionStatus: 'free',
    analysesUsed: 2,
    analysesLimit: 3,
    isAtLimit: false,
    isOneKept: false,
  });
  api.answer(subscriptionStatus, { tier: 'free', usageCount: 2, usageLimit: 3 });
  api.answer(getSubscription, null);
  api.answer(getSettings, {
    notifications: { priceAlerts: true },
    privacy: { shareContributions: true },
  });
  api.answer(listSessions, DEVICES);
  api.answer(listContributions, CONTRIBUTIONS);
  api.answer(listSavedRvs, SAVED);
}

/** Somebody in Premium whose analyses are not counted, and whose reports are drawn. */
export function openReports(api: MockApi): void {
  openPremium(api, null);
  const unlimited = {
    analysesUsed: 42,
    analysesLimit: 2_147_483_647,
    isAtLimit: false,
    isOneKept: false,
  };
  api.answer(trackAnalysisUsage, unlimited);
  api.answer(valuationReport, new TextEncoder().encode('%PDF-1.7'));
}

/** The same person in Premium, by the month or for life. */
export function openPremium(api: MockApi, subscription: typeof SUBSCRIPTION | null): void {
  openMembership(api);
  const unlimited = 2_147_483_647;
  api.answer(getProfile, {
    ...PROFILE,
    subscriptionStatus: 'premium',
    analysesUsed: 41,
    analysesLimit: unlimited,
  });
  api.answer(usage, {
    subscriptionStatus: 'premium',
    analysesUsed: 41,
    analysesLimit: unlimited,
    isAtLimit: false,
    isOneKept: false,
  });
  api.answer(subscriptionStatus, { tier: 'unlimited', usageCount: 41, usageLimit: unlimited });
  api.answer(getSubscription, subscription);
}
