import { FREE_ANALYSES_PER_MONTH } from '#schemas/constants.ts';

/** The upgrade prompt for members at their limit. The pitches are jokes; the offer is not. */
export const UPGRADE = {
  title: (limit: number = FREE_ANALYSES_PER_MONTH) =>
    `Whoopsie! You've Used All ${limit} Free Analyses`,
  offer: '$5 one-time payment',
  offerNote: 'Pay once, analyze forever.',
  benefits: [
    'Unlimited analyses',
    'Advanced market insights and forecasting',
    'PDF report export',
    '10+ years of market data',
  ],
  customers: (count: string) => `${count} happy customers`,
  anotherExcuse: 'Give me another excuse',
  newJoke: 'New Joke',
  later: 'Maybe Later',
  checkout: 'Unlock for $5',
  close: 'Close',
  pitches: [
    'Five dollars is about a gallon and a half of diesel. This goes further.',
    'Our accountant lives in a 1994 pop-up. Every five dollars buys him another tent pole.',
    'It costs less than the thing you forgot and will buy again at the campground store.',
    'Depreciation never sleeps. Our server would like to, but somebody has to watch it.',
    'For the price of one bag of ice you can stop guessing. The ice melts. So does the guessing.',
    'A black tank hose costs more, and nobody has ever enjoyed using one.',
  ],
};
