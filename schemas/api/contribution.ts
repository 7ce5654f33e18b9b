import { z } from 'zod';
import { onServerClock } from '../clock.ts';
import { PURCHASE_PRICE_MIN, YEAR_MIN } from '../constants.ts';
import {
  CONDITIONS,
  MARKET_CONDITIONS,
  PURCHASE_TYPES,
  RV_TYPE_IDS,
  RV_TYPES,
  SEASONS,
} from '../vocabulary.ts';
import { ASKING_PRICE_MAX, MILEAGE_MAX, mileageRange, modelYear } from './analysis.ts';
import { defineCall, usd } from './call.ts';
import {
  fromForm,
  milesFromForm,
  moneyFromForm,
  notEmpty,
  requiredText,
  typed,
  typedName,
} from './form.ts';

const typeByText = new Map(
  RV_TYPES.flatMap(({ id, contributionLabel: label }) =>
    label === null ? [] : [id, label].map((text) => [text.toLowerCase(), id] as const),
  ),
);

/** As the form's options name it, or its id. */
const rvType = requiredText('RV type', 100).transform((text, context) => {
  const id = typeByText.get(text.toLowerCase());
  if (id !== undefined) return id;
  const labels = RV_TYPES.flatMap(({ contributionLabel }) => contributionLabel ?? []);
  context.addIssue(`RV type must be one of: ${labels.join(', ')}`);
  return z.NEVER;
});

const DAY_MS = 86_400_000;
/** West of here it is still the day before: tomorrow in UTC is nobody's future. */
const latestDate = () => new Date(onServerClock(Date.now()) + DAY_MS).toISOString().slice(0, 10);
const EARLIEST_DATE = `${YEAR_MIN - 1}-01-01`;

const purchaseDate = z
  .string('Purchase date is required')
  .trim()
  .min(1, 'Purchase date is required')
  .pipe(
    z.iso
      .date({ error: 'Purchase date must be a date such as 2026-10-03', abort: true })
      .refine((date) => date >= EARLIEST_DATE, `Purchase date must be ${EARLIEST_DATE} or later`)
      .refine((date) => date <= latestDate(), 'Purchase date must not be in the future'),
  );

const TOO_LOW = 'Purchase price must be at least $1,000';
const MONEY_MAX = `$${ASKING_PRICE_MAX.toLocaleString('en-US')}`;
const inDollars = (dollars: number): number => Math.round(dollars);

const purchasePrice = z.preprocess(
  moneyFromForm,
  z
    .number(TOO_LOW)
    .min(PURCHASE_PRICE_MIN, TOO_LOW)
    .max(ASKING_PRICE_MAX, `Purchase price must be at most ${MONEY_MAX}`)
    .transform(inDollars),
);

const optionalMoney = (what: string) =>
  z.preprocess(
    moneyFromForm,
    z
      .number(`${what} must be a number`)
      .min(0, `${what} must not be negative`)
      .max(ASKING_PRICE_MAX, `${what} must be at most ${MONEY_MAX}`)
      .transform(inDollars)
      .optional(),
  );

/** The contribution form, with the spec's rules and messages; one schema for the portal and the server. */
export const contributionForm = z.object({
  make: typedName('RV make', 100),
  model: typedName('RV model', 200),
  year: modelYear,
  rvType,
  /** US dollars, kept whole. */
  purchasePrice,
  purchaseDate,
  purchaseType: z.enum(PURCHASE_TYPES, 'Purchase type is required'),
  /** A place with a US state or a ZIP code counts for its state; any other is kept for its owner. */
  location: typedName('Purchase location', 100),
  condition: z.enum(CONDITIONS, 'Condition is required'),
  mileage: z.preprocess(
    milesFromForm,
    z
      .number('Mileage must be a number')
      .min(0, mileageRange)
      .max(MILEAGE_MAX, mileageRange)
      .transform((miles) => Math.round(miles))
      .optional(),
  ),
  listPrice: optionalMoney('List price'),
  tradeInValue: optionalMoney('Trade-in value'),
  /** Percent, step 0.01. */
  financingRate: z.preprocess(
    fromForm,
    z
      .number('Financing rate must be a number')
      .min(0, 'Financing rate must not be negative')
      .max(100, 'Financing rate must be at most 100 percent')
      .transform((percent) => Math.round(percent * 100) / 100)
      .optional(),
  ),
  downPayment: optionalMoney('Down payment'),
  dealerName: z.preprocess(notEmpty, typed(200).optional()),
  negotiationNotes: z.preprocess(notEmpty, typed(2_000).optional()),
  marketConditions: z.preprocess(notEmpty, z.enum(MARKET_CONDITIONS).optional()),
  seasonality: z.preprocess(notEmpty, z.enum(SEASONS).optional()),
});

/** A purchase as it is kept: what the form becomes. */
export const purchase = z.object({
  make: z.string(),
  model: z.string(),
  year: z.number().int(),
  rvType: z.enum(RV_TYPE_IDS),
  purchasePrice: usd,
  purchaseDate: z.iso.date(),
  purchaseType: z.enum(PURCHASE_TYPES),
  location: z.string(),
  condition: z.enum(CONDITIONS),
  mileage: z.number().int().optional(),
  listPrice: usd.optional(),
  tradeInValue: usd.optional(),
  /** Percent. */
  financingRate: z.number().optional(),
  downPayment: usd.optional(),
  dealerName: z.string().optional(),
  negotiationNotes: z.string().optional(),
  marketConditions: z.enum(MARKET_CONDITIONS).optional(),
  seasonality: z.enum(SEASONS).optional(),
});
export type Purchase = z.output<typeof purchase>;

export const contribute = defineCall('POST /api/user/contribute', {
  summary: 'Share a purchase; the same one sent again is the same contribution',
  access: 'signed-in',
  body: contributionForm,
  response: z.object({
    id: z.string(),
    /** False where the privacy settings keep the person's out of every figure, or the e-mail is not verified. */
    shared: z.boolean(),
    message: z.string(),
  }),
});

/** A contribution as its owner sees it. */
export const ownContribution = z.object({
  id: z.string(),
  contributedAt: z.iso.datetime(),
  /** False while the privacy settings keep it out of every figure, or the e-mail is not verified. */
  shared: z.boolean(),
  purchase,
});

export const listContributions = defineCall('GET /api/user/contributions', {
  summary: 'What the person contributed, the latest first',
  access: 'signed-in',
  response: z.array(ownContribution),
});

export const removeContribution = defineCall('DELETE /api/user/contributions/{id}', {
  summary: 'Take a contribution back for good, out of every figure too',
  access: 'signed-in',
  params: z.object({ id: z.uuid('There is no such contribution') }),
  response: z.object({ message: z.string() }),
});
