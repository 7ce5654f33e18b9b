import { CLAIMED, UNLIMITED_PRICE_CENTS } from '#schemas/constants.ts';

const PRICE = `$${UNLIMITED_PRICE_CENTS / 100}`;
const RETRY = 'Try again';

/** `/profile` and its four tabs (specification, sections 2 and 8). */
export const PROFILE = {
  title: 'My Profile',
  signedOut: {
    title: 'Please Sign In',
    text: 'Your profile is shown to you alone.',
    action: 'Sign In',
  },
  upgrade: 'Upgrade to Premium',
  failed: {
    title: 'Your profile could not be loaded',
    retry: RETRY,
  },
  membership: {
    label: 'Membership',
    premium: 'Premium Member',
    free: 'Free Member',
    unlimited: 'Unlimited Access',
    used: (used: string, limit: string) => `${used} / ${limit} analyses used`,
  },
  tabsLabel: 'Parts of your profile',
  tabs: { overview: 'Overview', account: 'Account', billing: 'Billing', settings: 'Settings' },
  verify: {
    title: 'Please verify your e-mail',
    text: (email: string) =>
      `We mailed a link to ${email}. Until you have followed it, no price alerts go there and what you contribute does not count.`,
    again: 'Send the link again',
    failed: { title: 'No Mail Sent', text: 'The link could not be mailed. Please try again.' },
    sent: 'Mail Sent',
  },
  upgraded: {
    waiting: 'Your payment is being confirmed...',
    waitingText: 'This takes a few seconds with most banks.',
    late: 'Your payment is still being confirmed',
    lateText:
      'Some banks take longer. Premium begins as soon as yours has answered; there is nothing more for you to do.',
    check: 'Check again',
    wanted: 'Go on where you left off',
    wantedAction: 'Back to your analysis',
  },
};

export const OVERVIEW = {
  usage: {
    title: 'Usage statistics',
    used: 'Analyses this month',
    limit: 'Monthly allowance',
    left: 'Left this month',
    unlimited: 'Unlimited',
    last: 'Last analysis',
    never: 'None yet',
    atLimit: "You've reached your free limit. Upgrade for unlimited access!",
  },
  account: {
    title: 'Account information',
    email: 'E-mail',
    verified: 'verified',
    since: 'Member Since',
    recently: 'Recently',
    type: 'Account type',
    types: { premium: 'Premium', free: 'Free' },
  },
  saved: {
    title: 'Saved RVs',
    text: 'What their prices did since you saved them.',
    all: 'Open as cards',
    none: 'Save a listing by its heart, and its price is watched here.',
    search: 'Search RVs',
    failed: { title: 'Your saved RVs could not be loaded', retry: RETRY },
  },
};

export const ACCOUNT = {
  title: 'Your details',
  edit: 'Edit',
  cancel: 'Cancel',
  save: 'Save Changes',
  saving: 'Saving...',
  none: 'Not provided',
  fields: {
    firstName: 'First name',
    lastName: 'Last name',
    phone: 'Phone',
    location: 'Location',
  },
  done: { title: 'Profile Updated', text: 'Your profile has been successfully updated.' },
  failed: { title: 'Update Failed', text: 'Failed to update profile. Please try again.' },
};

export const BILLING = {
  current: {
    title: 'Your plan',
    plan: 'Plan',
    planName: 'Premium Unlimited',
    amount: 'Amount',
    perMonth: (amount: string) => `${amount} per month`,
    status: 'Status',
    statuses: { active: 'Active', past_due: 'Past due' } as Record<string, string>,
    cancelled: 'Cancelled',
    next: 'Next billing date',
    until: 'Premium until',
    pastDue: 'The last payment was refused. Premium ends soon unless it is paid.',
    pay: 'Pay with another card',
    cancel: 'Cancel Plan',
  },
  cancelling: {
    title: 'Cancel your plan?',
    text: (day: string) => `You keep Premium until ${day}. Nothing more is taken after that.`,
    confirm: 'Cancel Plan',
    keep: 'Keep Premium',
    pending: 'Cancelling...',
    done: {
      title: 'Subscription Cancelled',
      text: 'Your subscription will end at the current billing period.',
    },
    owed: {
      text: 'The last payment was refused. Premium ends now, and nothing more is taken.',
      done: 'Your subscription has ended, and nothing more is taken.',
    },
    failed: {
      title: 'Cancellation Failed',
      text: 'The plan could not be cancelled. Please try again.',
    },
  },
  resuming: {
    action: 'Resume Plan',
    pending: 'Resuming...',
    done: { title: 'Plan Resumed', text: (day: string) => `It goes on after ${day}.` },
    failed: { title: 'Not Resumed', text: 'The plan could not be resumed. Please try again.' },
  },
  lifetime: {
    title: 'Lifetime access',
    text: 'Premium Unlimited is yours for good. There is nothing more to pay.',
  },
  toLifetime: `Rather pay once? Lifetime access for ${PRICE} ends the monthly plan.`,
  toLifetimeLink: 'Get lifetime access',
  upgrade: {
    title: 'Upgrade to Premium',
    price: PRICE,
    per: 'per month',
    benefits: [
      'Unlimited depreciation analyses',
      'Advanced market insights',
      'Price alerts and notifications',
      'Historical data access',
    ],
    action: 'Upgrade Now',
    guarantee: `${CLAIMED.guaranteeDays}-day money-back guarantee`,
  },
  failed: { title: 'Your plan could not be loaded', retry: RETRY },
};

export const SETTINGS = {
  title: 'Settings',
  close: 'Close',
  failed: { title: 'Your settings could not be loaded', retry: RETRY },
  saved: { title: 'Settings Saved', text: 'They hold from now on.' },
  saveFailed: { title: 'Not Saved', text: 'The change could not be saved. Please try again.' },
  notifications: {
    title: 'Email Notifications',
    text: 'Which mails we may send you.',
    action: 'Manage',
    alerts: 'Price alerts',
    alertsText: 'One mail when prices of your saved RVs change.',
    alertsPremium: 'Price alerts are part of Premium: your choice is kept until you have it.',
    others: 'Mails about your account, such as a new password, are always sent.',
  },
  privacy: {
    title: 'Privacy Settings',
    text: 'What you share, and what we keep of you.',
    action: 'Configure',
    share: 'Count my contributions',
    shareText:
      'Your purchases count in figures that stand on 5 contributors or more. Switched off, they are taken out of every figure.',
    contributions: 'Your contributions',
    none: 'You have contributed no purchase.',
    counted: 'shared',
    uncounted: 'not shared',
    remove: 'Take back',
    removeOf: (name: string) => `Take back: ${name}`,
    removed: {
      title: 'Taken Back',
      text: 'The purchase is gone, and leaves every figure when they are next counted.',
    },
    removeFailed: { title: 'Not Taken Back', text: 'Please try again.' },
    contributionsFailed: { title: 'Your contributions could not be loaded', retry: RETRY },
    download: 'Download my data',
    downloadText: 'Everything we keep of you, as a JSON file.',
    file: 'rigworth-my-data.json',
  },
  contribute: {
    title: 'Contribute Data',
    text: 'Share what you paid for an RV, so that it can be told what is really paid.',
    action: 'Contribute Data',
  },
  devices: {
    title: 'Devices',
    text: 'Where you are signed in.',
    action: 'Show',
    current: 'This device',
    unknown: 'Unknown device',
    lastSeen: (day: string) => `Last used ${day}`,
    revoke: 'Sign out',
    revokeOf: (device: string) => `Sign out: ${device}`,
    revoked: { title: 'Signed Out', text: 'That device is signed out.' },
    failed: { title: 'The devices could not be loaded', retry: RETRY },
    revokeFailed: { title: 'Not Signed Out', text: 'Please try again.' },
  },
  password: {
    title: 'Password',
    text: 'Changing it signs every other device out.',
    action: 'Change',
    current: 'Current password',
    next: 'New password',
    hint: 'At least 8 characters',
    submit: 'Change Password',
    pending: 'Please wait...',
    done: 'Password Changed',
    failed: 'The password could not be changed. Please try again.',
  },
  deletion: {
    title: 'Delete Account',
    text: 'Removes your account, your profile and your saved RVs, at once and for good.',
    action: 'Delete',
    dialog: 'Delete your account?',
    dialogText:
      'Your profile and your saved RVs are removed, and a running subscription ends. This cannot be undone.',
    password: 'Password',
    withdraw: 'Take my contributions out of every figure too',
    withdrawText:
      'Otherwise they stay as facts of nobody: afterwards no one can tell whose they were.',
    confirm: 'Delete My Account',
    pending: 'Deleting...',
    keep: 'Keep My Account',
    failed: 'The account could not be deleted. Please try again.',
    gone: {
      title: 'Your account is deleted',
      text: 'You are signed out everywhere, and nothing more is taken from a card of yours.',
      leave: 'To the start page',
    },
  },
};
