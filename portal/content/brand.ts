/** The product's name and the words around every screen. */
export const BRAND = {
  name: 'RigWorth',
  tagline: 'What an RV is worth, today and down the road',
};

export const LAYOUT = {
  skipToContent: 'Skip to content',
  mainNavigation: 'Main',
  menu: {
    open: 'Menu',
    title: 'Menu',
    signedInAs: (name: string) => `Signed in as ${name}`,
    close: 'Close',
  },
  signIn: 'Sign In',
  signOut: 'Sign Out',
  notSignedOut: 'You could not be signed out',
  contributeData: 'Contribute Data',
  profile: 'Your profile',
  loading: 'Loading...',
  late: { text: 'This takes longer than it should.', again: 'Load the page again' },
  theme: {
    system: 'As the device',
    light: 'Light',
    dark: 'Dark',
    switchTo: (name: string) => `Colors: ${name}. Change`,
  },
  toasts: {
    label: 'Notification',
    region: 'Notifications ({hotkey})',
    close: 'Close the notification',
  },
  sampleMarket: {
    title: 'Sample market',
    badge: 'Sample data',
    text: 'No real listings have been collected yet. Every market figure here comes from a simulated market that shows how RigWorth works; do not price a real RV by it.',
  },
  footer: {
    about:
      'Values are estimates of asking prices, made from listings. They are not appraisals and not offers.',
    rights: (year: number) => `© ${year} ${BRAND.name}`,
    explore: 'Explore',
    accuracy: 'How accurate we are',
  },
};

/** Navigation labels, by route. */
export const NAVIGATION = {
  home: 'Home',
  depreciation: 'Calculate Depreciation',
  realtimeAnalyzer: 'Real-Time Analyzer',
  marketStories: 'Market Stories',
  search: 'Search RVs',
  analytics: 'Market Data',
  compare: 'Compare',
  admin: 'Admin',
  subscription: 'Subscription',
  checkout: 'Checkout',
};

/** What each page is called in tabs, bookmarks and by screen readers, by route. */
export const PAGE_NAMES = {
  landing: 'RigWorth: what an RV is worth today and over ten years',
  ...NAVIGATION,
  accuracy: LAYOUT.footer.accuracy,
  dataDashboard: 'Data Intelligence Dashboard',
  profile: 'My Profile',
};

/** What a document is called that shows a page, or a view that has an address of its own. */
export const titleOf = (name: string): string =>
  name === PAGE_NAMES.landing ? name : `${name} | ${BRAND.name}`;

export const NOT_FOUND = {
  title: '404 Page Not Found',
  text: 'There is no page at this address. The link may be old, or a letter may have slipped.',
  signedOut: 'This page opens once you are signed in. An account is free.',
  home: 'To the start page',
};

export const CRASH = {
  title: 'This page could not be shown',
  text: 'Something went wrong on our side. Reloading usually helps; nothing you entered has been lost from the address.',
  reload: 'Reload the page',
};

/** Its code did not come. */
export const PAGE_NOT_LOADED = {
  title: 'This page could not be loaded',
  text: 'The connection may be lost, or RigWorth may have a new version since you opened it. It is tried again when you are back online; if trying again does not help, reload the page.',
  retry: 'Try again',
};

/** The code of a part of it did not come. */
export const PART_NOT_LOADED = {
  title: 'This part of the page could not be loaded',
  text: PAGE_NOT_LOADED.text,
  retry: PAGE_NOT_LOADED.retry,
};

/** A dialog that could not be opened. */
export const OVERLAY_FAILED = {
  title: 'That could not be opened',
  text: 'Check your connection and try again. If that does not help, reload the page.',
};

export const LOOKUP_FAILED = {
  title: 'Failed to fetch user',
  text: 'We could not find out whether you are signed in. Until we can, you see what a guest sees.',
  retry: 'Try again',
};

export const SESSION_LOST = {
  title: 'You were signed out',
  text: 'Sign in again to go on.',
};

export const OFFLINE =
  'You are offline. What is on the screen stays; new answers need a connection.';

/** Of the figures that are shown. */
export const DOWNLOAD_CSV = 'Download CSV';

/** Of a call that came to nothing. */
export const NO_ANSWER =
  'No answer came from the server. Please check your connection, then try again.';

/** Where the server does not say what is wrong, and no screen says it better. */
export const WENT_WRONG = 'Something went wrong on the way. Trying again usually helps.';

/** Of a call that was given up after a minute. */
export const TOO_SLOW =
  'RigWorth did not answer within a minute. Please check your connection, then try again.';
