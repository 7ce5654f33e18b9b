import { z } from 'zod';
import { done, newPassword, profile, user } from './account.ts';
import { defineCall } from './call.ts';
import { ownContribution } from './contribution.ts';
import { required } from './form.ts';

/** A device that is signed in. */
export const deviceSession = z.object({
  id: z.string(),
  /** As the browser calls itself. */
  device: z.string(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  /** The one that asks. */
  current: z.boolean(),
});

export const listSessions = defineCall('GET /api/user/sessions', {
  summary: 'The devices that are signed in, the latest used first',
  access: 'signed-in',
  response: z.array(deviceSession),
});

export const revokeSession = defineCall('DELETE /api/user/sessions/{id}', {
  summary: 'Sign a device out',
  access: 'signed-in',
  params: z.object({ id: z.uuid('There is no such device') }),
  response: done,
});

const notifications = z.object({
  /** A mail when the price of a saved RV changes. */
  priceAlerts: z.boolean(),
});
const privacy = z.object({
  /** Whether contributions count in aggregates. */
  shareContributions: z.boolean(),
});
export const settings = z.object({ notifications, privacy });

export const getSettings = defineCall('GET /api/user/settings', {
  summary: 'E-mail notifications and privacy',
  access: 'signed-in',
  response: settings,
});

export const updateSettings = defineCall('PUT /api/user/settings', {
  summary: 'Change e-mail notifications, privacy or both; what is not named stays as it is',
  access: 'signed-in',
  body: z.object({ notifications: notifications.optional(), privacy: privacy.optional() }),
  response: settings,
});

export const personalData = defineCall('GET /api/user/data', {
  summary: 'Everything kept of the person, as a file',
  access: 'signed-in',
  response: z.object({
    user,
    profile,
    settings,
    sessions: z.array(deviceSession),
    analyses: z.array(z.object({ month: z.string(), used: z.number().int() })),
    /** When each of the last hour was: asked again as it was, it uses up no other. */
    questionsAnswered: z.array(z.iso.datetime()),
    payments: z.array(
      z.object({
        kind: z.enum(['lifetime', 'monthly']),
        /** Cents. */
        amount: z.number().int(),
        currency: z.string(),
        status: z.enum(['paid', 'refunded', 'disputed']),
        paidAt: z.iso.datetime(),
      }),
    ),
    savedRvs: z.array(
      z.object({
        listingId: z.string(),
        savedAt: z.iso.datetime(),
        name: z.string().nullable(),
        priceWhenSaved: z.number().int().nullable(),
        /** The price the person was last told of. */
        toldPrice: z.number().int().nullable(),
        /** The last price the listing showed. */
        lastPrice: z.number().int().nullable(),
      }),
    ),
    contributions: z.array(ownContribution),
    emailVerifiedAt: z.iso.datetime().nullable(),
    /** Also those that nothing was paid for. */
    orders: z.array(
      z.object({
        id: z.string(),
        provider: z.string(),
        kind: z.enum(['lifetime', 'monthly']),
        /** Cents. */
        amount: z.number().int(),
        currency: z.string(),
        status: z.string(),
        orderedAt: z.iso.datetime(),
      }),
    ),
    /** What payment providers call the person. */
    paymentCustomers: z.array(z.object({ provider: z.string(), customer: z.string() })),
    /** Mails of changed prices that have not gone out yet. */
    priceAlertsWaiting: z.array(z.object({ writtenAt: z.iso.datetime(), changes: z.unknown() })),
    /** What the person did and what was done to the account, by whom; kept for ever. */
    audit: z.array(
      z.object({
        at: z.iso.datetime(),
        by: z.enum(['you', 'staff', 'payment provider']),
        action: z.string(),
        details: z.unknown(),
      }),
    ),
  }),
});

const currentPassword = z.string(required('Password')).min(1, 'Password is required').max(512);

export const changePassword = defineCall('POST /api/user/password', {
  summary: 'Change the password; every other device is signed out',
  access: 'signed-in',
  body: z.object({ currentPassword, newPassword }),
  response: done,
});

export const deleteAccount = defineCall('POST /api/user/delete', {
  summary: 'Delete the account and everything of it; contributions stay as facts of nobody',
  access: 'signed-in',
  body: z.object({
    password: currentPassword,
    /** Takes the contributions out of every figure too: afterwards nobody knows which they were. */
    withdrawContributions: z.boolean().default(false),
  }),
  response: done,
});
