import { z } from 'zod';
import { PURCHASE_PRICE_MIN } from '../constants.ts';
import { CONDITIONS, MARKET_CONDITIONS, PURCHASE_TYPES, SEASONS } from '../vocabulary.ts';
import { modelYear } from './analysis.ts';
import { defineCall } from './call.ts';

const done = z.object({ message: z.string() });

/** One line a person typed. NUL is in no name, and no database keeps it. */
const typed = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^[^\0]*$/, 'NUL is no character');

export const user = z.object({
  id: z.string(),
  email: z.email(),
  firstName: z.string(),
  lastName: z.string(),
  profileImageUrl: z.string().nullable(),
  hasContributedData: z.boolean(),
  emailVerified: z.boolean().optional(),
  /** Whether the collection's controls are for this person. */
  staff: z.boolean().optional(),
});

const credentials = {
  email: z.email('A valid e-mail is required').max(254),
  password: z.string().min(8, 'Password must have at least 8 characters').max(512),
};

export const currentUser = defineCall('GET /api/auth/user', {
  summary: 'The signed-in user; 401 when signed out',
  access: 'signed-in',
  response: user,
});
export const logout = defineCall('POST /api/auth/logout', { summary: 'Sign out', response: done });
/** For a page that got no answer to the call above: signs out, then goes to the start page. */
export const logoutPage = defineCall('GET /api/logout', {
  summary: 'Sign out by following a link of our own pages; redirects',
  response: z.undefined(),
});
export const login = defineCall('POST /api/auth/email/login', {
  summary: 'Sign in by e-mail and password',
  body: z.object({
    email: credentials.email,
    password: z.string().min(1, 'Password is required').max(512),
  }),
  response: user,
});
export const register = defineCall('POST /api/auth/email/register', {
  summary: 'Create an account and sign in',
  body: z.object({
    ...credentials,
    firstName: typed(100).min(1, 'First name is required'),
    lastName: typed(100).default(''),
  }),
  response: user,
});

const optionalMoney = z.coerce.number().min(0).optional();

/** The contribution form, with the spec's messages; one schema for the portal and the server. */
export const contributionForm = z.object({
  make: z.string().trim().min(1, 'RV make is required').max(100),
  model: z.string().trim().min(1, 'RV model is required').max(200),
  year: modelYear,
  rvType: z.string().min(1, 'RV type is required'),
  purchasePrice: z.coerce
    .number()
    .min(PURCHASE_PRICE_MIN, 'Purchase price must be at least $1,000'),
  purchaseDate: z.string().min(1, 'Purchase date is required'),
  purchaseType: z.enum(PURCHASE_TYPES, 'Purchase type is required'),
  location: z.string().trim().min(1, 'Purchase location is required').max(100),
  condition: z.enum(CONDITIONS, 'Condition is required'),
  mileage: optionalMoney,
  listPrice: optionalMoney,
  tradeInValue: optionalMoney,
  /** Percent, step 0.01. */
  financingRate: z.coerce.number().min(0).max(100).optional(),
  downPayment: optionalMoney,
  dealerName: z.string().trim().max(200).optional(),
  negotiationNotes: z.string().trim().max(2_000).optional(),
  marketConditions: z.enum(MARKET_CONDITIONS).optional(),
  seasonality: z.enum(SEASONS).optional(),
});

export const contribute = defineCall('POST /api/user/contribute', {
  summary: 'Share a purchase',
  access: 'signed-in',
  body: contributionForm,
  response: z.object({ id: z.string(), message: z.string() }),
});

export const subscriptionStatus = defineCall('GET /api/subscription/status', {
  summary: 'Tier and usage',
  access: 'signed-in',
  response: z.object({
    tier: z.enum(['free', 'unlimited']),
    usageCount: z.number().int(),
    usageLimit: z.number().int(),
  }),
});

export const usage = defineCall('GET /api/user/usage', {
  summary: 'Analyses used this month',
  access: 'signed-in',
  response: z.object({
    subscriptionStatus: z.enum(['premium', 'free']),
    analysesUsed: z.number().int(),
    analysesLimit: z.number().int(),
    isAtLimit: z.boolean(),
  }),
});

export const trackAnalysisUsage = defineCall('POST /api/track-analysis-usage', {
  summary: 'Ask for the grant of one analysis',
  access: 'signed-in',
  response: z.object({
    analysesUsed: z.number().int(),
    analysesLimit: z.number().int(),
    isAtLimit: z.boolean(),
  }),
});

export const profile = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.email(),
  phone: z.string(),
  location: z.string(),
  subscriptionStatus: z.enum(['premium', 'free']),
  analysesUsed: z.number().int(),
  analysesLimit: z.number().int(),
  lastAnalysisAt: z.iso.datetime().nullable(),
  joinedAt: z.iso.datetime().nullable(),
});

export const getProfile = defineCall('GET /api/user/profile', {
  summary: 'The profile',
  access: 'signed-in',
  response: profile,
});

export const updateProfile = defineCall('PUT /api/user/profile', {
  summary: 'Change the profile',
  access: 'signed-in',
  body: z.object({
    firstName: typed(100),
    lastName: typed(100),
    phone: typed(40).optional(),
    location: typed(100).optional(),
  }),
  response: profile,
});

export const getSubscription = defineCall('GET /api/user/subscription', {
  summary: 'The running subscription; null without one or with lifetime access',
  access: 'signed-in',
  response: z
    .object({
      /** Cents. */
      amount: z.number().int(),
      status: z.string(),
      currentPeriodEnd: z.iso.datetime(),
    })
    .nullable(),
});

export const cancelSubscription = defineCall('POST /api/user/cancel-subscription', {
  summary: 'Cancel at the end of the period',
  access: 'signed-in',
  response: done,
});

const intent = z.object({
  clientSecret: z.string(),
  publishableKey: z.string().nullable(),
  sandbox: z.boolean(),
});

export const createSubscriptionIntent = defineCall('POST /api/create-subscription-intent', {
  summary: 'Begin the monthly subscription',
  access: 'signed-in',
  response: intent,
});

export const createPaymentIntent = defineCall('POST /api/create-payment-intent', {
  summary: 'Begin the one-time payment',
  access: 'signed-in',
  body: z.object({ amount: z.number(), description: z.string().max(200).optional() }),
  response: intent,
});
