import { z } from 'zod';
import { defineCall } from './call.ts';
import { required, typed, typedName } from './form.ts';

export const done = z.object({ message: z.string() });

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
  /** May use the controls of the staff that go beyond the specification's. */
  staffControls: z.boolean().optional(),
});

const email = z.email('A valid e-mail is required').max(254);
/**
 * Any characters, but whole ones: each half is hashed as the same sign. An accent that is sent apart from
 * its letter is no character of its own.
 */
export const newPassword = z
  .string()
  .max(512)
  .regex(/^[^\ud800-\udfff]*$/u, 'Password may hold no half of a character')
  .normalize('NFC')
  .min(8, 'Password must have at least 8 characters');

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
    email,
    password: z.string(required('Password')).min(1, 'Password is required').max(512),
  }),
  response: user,
});
export const register = defineCall('POST /api/auth/email/register', {
  summary: 'Create an account and sign in',
  body: z.object({
    email,
    password: newPassword,
    firstName: typedName('First name', 100),
    lastName: typed(100).default(''),
  }),
  response: user,
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
    /** One that is counted is kept for the next try. */
    isOneKept: z.boolean(),
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
  /** One that is counted is kept for the next try. */
  isOneKept: z.boolean(),
  lastAnalysisAt: z.iso.datetime().nullable(),
  joinedAt: z.iso.datetime().nullable(),
});

export const getProfile = defineCall('GET /api/user/profile', {
  summary: 'The profile',
  access: 'signed-in',
  response: profile,
});

export const updateProfile = defineCall('PUT /api/user/profile', {
  summary: 'Change the profile: what is left out stays',
  access: 'signed-in',
  body: z.object({
    firstName: typedName('First name', 100).optional(),
    lastName: typed(100).optional(),
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
      /** It was cancelled, and gives premium until then. */
      cancelAtPeriodEnd: z.boolean(),
    })
    .nullable(),
});

export const cancelSubscription = defineCall('POST /api/user/cancel-subscription', {
  summary: 'Cancel at the end of the period, or at once where a month is owed',
  access: 'signed-in',
  /** `endsNow`: no subscription lasts to the end of its period, since none of these was paid. */
  response: done.extend({ endsNow: z.boolean() }),
});

export const resumeSubscription = defineCall('POST /api/user/resume-subscription', {
  summary: 'Take a cancelled subscription up again while it runs',
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
