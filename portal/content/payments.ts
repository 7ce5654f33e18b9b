import { CLAIMED, REFUND_DAYS, UNLIMITED_PRICE_CENTS } from '#schemas/constants.ts';

const PRICE = `$${UNLIMITED_PRICE_CENTS / 100}`;

/** Paying, on either page (specification, sections 2 and 8). */
export const PAYMENT = {
  label: 'Payment',
  settingUp: 'Setting up your payment...',
  failedToStart: 'Unable to initialize payment. Please try again.',
  retry: 'Retry',
  nothingToPay: 'There is nothing to pay',
  toBilling: 'See your plan',
  /** For who has what could be paid for. */
  owned: {
    lifetime: {
      eyebrow: 'Lifetime access',
      title: 'Premium is yours for life',
      text: 'You have paid once, and nothing renews. All that is named here is unlocked.',
      note: 'Premium Unlimited belongs to your account.',
    },
    monthly: {
      eyebrow: 'Premium',
      title: 'Premium is yours by the month',
      text: 'All that is named here is unlocked, for as long as your plan runs.',
      note: 'You have Premium by the month already.',
    },
    ending: {
      eyebrow: 'Premium',
      title: 'Premium is yours until your plan ends',
      text: 'You have cancelled it. All that is named here is unlocked until then.',
      note: 'You may resume your plan as long as it runs. Nothing is taken before its next month.',
    },
  },
  processing: 'Processing Your Heroic Payment...',
  failed: {
    title: 'Payment Failed',
    text: 'The payment did not go through, and nothing was charged. Please try again.',
  },
  done: {
    title: 'Welcome to the Premium Club!',
    text: 'You now have unlimited access to all RV analyses.',
  },
  card: {
    loading: 'Loading the card form...',
    failed: 'The card form could not be loaded. Please check the connection and try again.',
  },
  test: {
    title: 'Test payments: no card is charged',
    text: 'This server is not connected to a payment provider. A test card unlocks Premium as a real one would.',
    cards: 'Test cards',
    number: 'Card number',
    numberHint: 'Only the test cards below are taken.',
    outcomes: {
      succeeds: 'The payment succeeds',
      'is declined': 'The card is declined',
      'asks for 3-D Secure': 'The bank asks for 3-D Secure',
      'takes a slow bank': 'A slow bank: about ten seconds',
    },
    bank: {
      title: 'Confirm your payment',
      text: (amount: string) => `Your test bank asks whether you are paying ${amount} to RigWorth.`,
      yes: 'Confirm',
      no: 'Refuse',
      close: 'Close',
    },
  },
};

/** `/checkout`: the one-time payment. */
export const CHECKOUT = {
  eyebrow: 'Lifetime access',
  title: `The easiest ${PRICE} decision of your RV life`,
  text: `RVs lose value by the thousand. Finding out how much costs ${PRICE}, once.`,
  unlocksTitle: `What your ${PRICE} unlocks`,
  unlocks: [
    'Unlimited RV analyses',
    'Advanced market insights',
    'Export PDF reports',
    '10+ years market data',
    'A warm meal for one of our adopted Ewoks. They eat a lot, and they judge your towing.',
  ],
  price: PRICE,
  priceNote: 'once, for life',
  submit: `Complete Payment - ${PRICE} One-Time`,
  description: 'RigWorth unlimited analyses, lifetime access',
  endsMonthly: 'Your monthly plan ends with this payment, and nothing renews any more.',
  badges: ['Secure Payment', 'One-Time Only', 'Lifetime Access'],
  signIn: {
    title: 'Sign in to pay',
    text: 'What you pay for belongs to your account. You come back here once you are signed in.',
    action: 'Sign In',
  },
  terms: {
    title: 'Terms and privacy',
    text: `You pay ${PRICE} once; nothing renews. Ask within ${REFUND_DAYS} days and you get it back. Your card goes to the payment provider and never reaches us. We keep what was paid and when.`,
  },
};

/** `/subscription`: Premium by the month. */
export const SUBSCRIPTION = {
  eyebrow: 'Premium',
  title: 'Upgrade to Premium',
  text: 'Every analysis you want, and the whole history of the market behind it.',
  signIn: {
    title: 'Sign In Required',
    text: 'Premium belongs to an account. Please sign in first.',
    action: 'Sign In',
    home: 'To the start page',
  },
  featuresTitle: 'What you get',
  features: [
    { title: 'Unlimited analyses', text: 'As many RVs as you like, as often as you like.' },
    { title: 'Advanced insights', text: 'What drives a value, and forecast bands by segment.' },
    { title: 'Historical data', text: '10+ years of prices, and what each floorplan asks today.' },
    { title: 'PDF export', text: 'A report to hand to a dealer, a bank or an insurer.' },
    { title: 'Price alerts', text: 'A mail when the price of a saved RV changes.' },
    { title: 'Priority support', text: 'Your questions are answered first.' },
  ],
  compare: {
    title: 'Free or Premium',
    feature: 'Feature',
    free: 'Free',
    premium: 'Premium',
    rows: [
      ['Analyses', '3 analyses per month', 'Unlimited analyses'],
      ['Insights', 'Basic data', 'Advanced insights'],
      ['History', '12 months', 'Historical data, 10+ years'],
      ['Updates', 'As they are published', 'Real-time updates'],
      ['PDF export', 'No', 'Yes'],
      ['Support', 'Limited support', 'Priority support'],
    ],
  },
  price: PRICE,
  priceNote: 'per month',
  submit: `Subscribe - ${PRICE} per month`,
  badges: ['Cancel anytime', `${CLAIMED.guaranteeDays}-day money-back guarantee`],
  oneTime: 'Rather pay once?',
  oneTimeLink: `Lifetime access for ${PRICE}`,
};
