/** The product's name and the words around every screen. */
export const BRAND = {
  name: 'RigWorth',
  tagline: 'What an RV is worth, today and down the road',
};

export const LAYOUT = {
  skipToContent: 'Skip to content',
  mainNavigation: 'Main',
  signIn: 'Sign In',
  signOut: 'Sign Out',
  contributeData: 'Contribute Data',
  loading: 'Loading...',
  theme: {
    label: 'Colours',
    system: 'As the device',
    light: 'Light',
    dark: 'Dark',
    switchTo: (name: string) => `Colours: ${name}. Change`,
  },
  toasts: {
    label: 'Notification',
    region: 'Notifications ({hotkey})',
    close: 'Close the notification',
  },
  sampleMarket: {
    title: 'Sample market',
    text: 'No real listings have been collected yet. Every figure here comes from a simulated market that shows how RigWorth works; do not price a real RV by it.',
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
  profile: 'Profile',
  subscription: 'Subscription',
  checkout: 'Checkout',
};

export const NOT_FOUND = {
  title: '404 Page Not Found',
  text: 'There is no page at this address. The link may be old, or a letter may have slipped.',
  signedOut: 'If it is one of your own pages, signing in will show it.',
  home: 'To the start page',
};

export const CRASH = {
  title: 'This page could not be shown',
  text: 'Something went wrong on our side. Reloading usually helps; nothing you entered has been lost from the address.',
  reload: 'Reload the page',
};

export const SESSION_LOST = {
  title: 'Unauthorized',
  text: 'You are logged out. Logging in again...',
};

export const OFFLINE =
  'You are offline. What is on the screen stays; new answers need a connection.';
