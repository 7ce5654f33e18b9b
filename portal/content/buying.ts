/** The real-time analyzer: whether to buy an RV at its asking price (decisions, "Portal"). */
export const BUYING = {
  hero: {
    eyebrow: 'Real-time analyzer',
    title: 'Is it worth what they ask?',
    text: 'Name the RV, the price and the place. You see where the price lies among RVs like it, what to do, and at which price that changes.',
  },
  form: {
    title: 'The RV on offer',
    submit: 'Judge the Price',
    pending: 'Judging the price…',
    offer: {
      askingPrice: 'Asking price',
      askingPriceUnit: 'USD',
      location: 'Location',
      locationHint: 'State or ZIP code of the seller. Empty is the whole country.',
    },
  },
  waiting: {
    title: 'The advice appears here',
    text: 'Buy, negotiate, wait or leave it: with the reasons, and the prices at which the advice flips.',
  },
  advice: {
    title: 'Our advice',
    verdicts: {
      buy_now: { name: 'Buy', title: 'A price to take' },
      negotiate: { name: 'Negotiate', title: 'Negotiate' },
      wait: { name: 'Wait', title: 'Wait for a lower price' },
      avoid: { name: 'Avoid', title: 'Leave it at this price' },
    },
    abstained: { name: 'No advice', title: 'Too little to judge the price by' },
    unbelievable: { name: 'Check the price', title: 'This price cannot be right' },
    above: (percent: string) => `${percent} above market value`,
    below: (percent: string) => `${percent} below market value`,
    at: 'at market value',
    asked: (price: string, place: string) =>
      place === '' ? `${price} asked` : `${price} asked in ${place}`,
    confidence: 'Confidence in the advice',
    reasons: 'Why',
  },
  scale: {
    title: 'Where the price lies',
    asked: 'Asked',
    value: 'Market value',
    description: (asked: string, value: string, low: string, high: string) =>
      `${asked} is asked; the market value is ${value}, and four in five ask ${low} to ${high}.`,
    range: (percent: string, low: string, high: string) =>
      `${percent} of RVs like it ask ${low} to ${high}`,
    offScale: 'off the scale',
  },
  flips: {
    title: 'Where the advice flips',
    upTo: (price: string) => `up to ${price}`,
    above: (price: string) => `above ${price}`,
    here: 'this offer',
    none: 'not without more listings',
  },
  power: {
    title: 'Negotiating power',
    outOf: (power: string) => `${power} out of 10`,
    text: 'How strong your hand is. Parts that are not known weigh nothing.',
    points: (points: string, max: string) => `${points} of ${max}`,
    unknown: 'not known',
  },
  season: {
    title: 'Seasonal timing',
    timings: { optimal: 'Optimal', good: 'Good', poor: 'Poor' },
    unknown: 'Not known',
    unknownText: 'There is too little history to tell the season.',
  },
  inventory: {
    title: 'Inventory',
    unknownText: 'There is too little history to compare supply with a year ago.',
  },
  forecast: {
    title: 'Loss in the first year',
    text: (years: string, total: string) =>
      `${total} over ${years} years; the forecast below has every year.`,
  },
};
