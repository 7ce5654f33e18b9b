import type { contributionForm } from '#schemas/api/contribution.ts';
import { RV_TYPES } from '#schemas/vocabulary.ts';

/**
 * The contribute-data dialog (specification, sections 2, 3 and 8). What is wrong with a field is said in the words
 * of its contract, `schemas/api/contribution.ts`, which the server answers with too.
 */
export const CONTRIBUTE = {
  title: 'Contribute Your RV Data',
  close: 'Close',
  cancel: 'Cancel',
  skip: 'Skip for Now',
  intro: {
    description: 'It takes 2-3 minutes, is anonymous and is used only in aggregate.',
    why: 'Why Your Data Matters',
    reasons: [
      'Listings show what sellers ask. Only buyers know what was paid.',
      'Every purchase helps to tell what is paid below what is asked, for everyone.',
      'No figure stands on fewer than 5 contributors, and no purchase is shown until 5 have bought its type in its state.',
      'Your name, the dealer and your notes stay in your account. You can take your purchase back at any time.',
    ],
    share: 'Share My RV Purchase',
  },
  form: {
    description: 'What you bought and what you paid. The additional details are optional.',
    sections: {
      rv: 'RV Information',
      purchase: 'Purchase Details',
      additional: 'Additional Details (Optional)',
      market: 'Market Experience',
    },
    year: 'Model year',
    rvType: 'RV type',
    purchasePrice: 'Purchase price',
    purchaseDate: 'Purchase date',
    purchaseType: 'Bought from',
    location: 'Purchase location',
    locationHint:
      'City and state, or a ZIP code. Only the state and the first three digits of the ZIP code leave your account.',
    condition: 'Condition',
    mileage: 'Mileage',
    listPrice: 'List price',
    tradeInValue: 'Trade-in value',
    financingRate: 'Financing rate',
    downPayment: 'Down payment',
    dealerName: 'Dealer name',
    negotiationNotes: 'Negotiation notes',
    marketConditions: 'The market felt',
    seasonality: 'Season',
    choose: 'Choose one',
    dollars: 'USD',
    miles: 'mi',
    percent: '%',
    back: 'Back',
    submit: 'Contribute Data',
    pending: 'Contributing...',
  },
  done: {
    title: 'Thank You for Contributing!',
    text: 'Your data helps make our algorithms more accurate for everyone.',
  },
  failed: { title: 'Contribution Failed', text: 'Please try again or skip for now.' },
  unauthorized: {
    title: 'Contribution Failed',
    text: 'You were signed out. Sign in again to contribute.',
  },
  skipped: {
    title: 'You can contribute later',
    text: "Find 'Contribute Data' in your account settings anytime.",
  },
};

interface Option {
  value: string;
  label: string;
}

/** The form's options, as the specification lists them. */
export const PURCHASE_OPTIONS: Record<
  | 'rvType'
  | keyof Pick<
      typeof contributionForm.shape,
      'purchaseType' | 'condition' | 'marketConditions' | 'seasonality'
    >,
  readonly Option[]
> = {
  rvType: RV_TYPES.flatMap(({ contributionLabel: label }) =>
    label === null ? [] : [{ value: label, label }],
  ),
  purchaseType: [
    { value: 'dealer', label: 'Dealer' },
    { value: 'private', label: 'Private seller' },
    { value: 'auction', label: 'Auction' },
    { value: 'consignment', label: 'Consignment' },
  ],
  condition: [
    { value: 'new', label: 'New' },
    { value: 'used', label: 'Used' },
    { value: 'certified', label: 'Certified Pre-Owned' },
  ],
  marketConditions: [
    { value: 'hot', label: 'Hot' },
    { value: 'normal', label: 'Normal' },
    { value: 'slow', label: 'Slow' },
  ],
  seasonality: [
    { value: 'spring', label: 'Spring' },
    { value: 'summer', label: 'Summer' },
    { value: 'fall', label: 'Fall' },
    { value: 'winter', label: 'Winter' },
  ],
};
