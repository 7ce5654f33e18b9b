import { FORECAST_YEARS } from '#schemas/constants.ts';
import { isolated } from './isolated.ts';
import { listingsOf } from './listings-of.ts';

/** The answer of an analysis (specification, section 2); apart from its form, which is read before it. */
export const ANALYSIS = {
  results: {
    value: 'Current Market Value',
    tenYear: `${FORECAST_YEARS}-Year Value`,
    total: 'Total Depreciation',
    asking: 'Asking price',
    range: (low: string, high: string) => `${low} to ${high}`,
    rangeNote: (percent: string) => `${percent} of similar RVs are listed within this range`,
    tenYearNote: (year: number) => `Expected in ${year}`,
    totalNote: (amount: string) => `${amount} less than today, over ten years`,
    totalGain: 'No loss expected over ten years',
    msrp: (amount: string) => `Original sticker price about ${amount}`,
    asOf: (date: string) => `as of ${date}`,
    confidence: 'Analysis Confidence',
    confidenceNote: 'How likely the asking price is within 15% of this value.',
    confidenceUnmeasured:
      'How likely the asking price is within 15% of this value in markets like this one. Too few listings are here to measure it.',
    confidenceMeasured: 'How often that came true',
    dataPoints: (count: string) => `${count} market data points`,
    dataPoint: '1 market data point',
    doubt: {
      unknownModel: (kind: string) => `Valued as ${isolated(kind)}, model unknown`,
      unknownLine: (line: string, rest: string) =>
        `We do not know the ${isolated(line)}: the value rests on ${rest}`,
      noListings: (line: string, rest: string) =>
        `We know the ${isolated(line)}, but have no listings of it to go by: the value rests on ${rest}`,
      rest: {
        make: (make: string) => `other RVs by ${isolated(make)}`,
        type: (type: string) => `other RVs of its type, ${type}`,
        line: 'lines of a similar name',
      },
    },
    suggestions: 'Names we know:',
  },
  forecast: {
    title: 'Forecast',
    sentence: (model: string, from: string, to: string, year: number) =>
      `${isolated(model)}: from ${from} today to ${to} in ${year}`,
    band: (percent: string) => `${percent} band`,
    line: 'Expected value',
    today: 'Today',
    source: (count: string, date: string) =>
      `Source: asking prices of ${listingsOf(count)}, as of ${date}. The band is where the price is expected to lie.`,
    loading: 'Drawing the chart…',
    failed: 'The chart could not be loaded. The table below has the same figures.',
    table: {
      title: 'Year by year',
      year: 'Year',
      value: 'Value',
      range: 'Range',
      lost: 'Loss in the year',
      /** Less than a step of what is shown, beside a percent that is something. */
      lostBelow: (step: string) => `under ${step}`,
      percent: 'Loss in %',
      cumulative: 'Since today',
    },
    viewAll: `View All ${FORECAST_YEARS} Years`,
    viewFewer: 'Show the first 5',
  },
  why: {
    title: 'Why this value',
    text: 'Where the estimate starts, and what each fact about this RV adds or takes away.',
    total: 'Value today',
  },
  /** What members of Premium also see. */
  drivers: {
    title: 'What would change it',
    text: 'What this RV would be worth more or less, were one fact about it another.',
  },
  floorplans: {
    title: 'As each floorplan',
    text: 'The same RV, had it another floorplan of its line.',
    table: 'Value by floorplan',
    floorplan: 'Floorplan',
    listings: 'Listings',
    value: 'Value',
    thisOne: 'this one',
    showAll: (count: number) => `Show all ${count}`,
    showFewer: 'Show fewer',
  },
  comparables: {
    title: 'Comparable listings',
    text: 'What others ask, and what that would be for this RV adjusted for year, miles, condition, floorplan, place and date.',
    asked: 'Asked',
    adjustment: 'Adjustment',
    adjusted: 'For yours',
    seen: (date: string) => `seen ${date}`,
    miles: (miles: string) => `${miles} mi`,
    none: 'No single listing is close enough to compare with.',
  },
  actions: {
    pdf: {
      download: 'PDF report',
      pending: 'Writing the report…',
      unlock: 'PDF report with Premium',
      failed: { title: 'No Report', text: 'The report could not be made. Please try again.' },
    },
    label: 'Take it with you',
    copy: 'Copy link',
    copied: 'Link copied',
    copyFailed: 'Copy the address from the address bar',
    print: 'Print',
    printedFrom: 'RigWorth valuation',
  },
  kept: 'Kept from your last visit to this page; it did not use up an analysis.',
};
