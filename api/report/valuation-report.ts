import type { z } from 'zod';
import type {
  AnalysisDepth,
  AnalysisRequest,
  LineStatus,
  PlannedValuation,
  comparable,
} from '#schemas/api/analysis.ts';
import { CONFIDENCE_WITHIN } from '#schemas/constants.ts';
import {
  percentFine,
  shownDepth,
  shownValuation,
  type ShownYear as Year,
} from '#schemas/shown-values.ts';
import { valuedBasis, valuedFacts, valuedName } from '#schemas/valuation-words.ts';
import { drawForecast } from './forecast-chart.ts';
import { COLOURS, Report } from './page.ts';

export interface ReportOf {
  request: AnalysisRequest;
  valuation: PlannedValuation;
  /** Of the sample market: nothing in it is for sale. */
  sample: boolean;
  now: Date;
}

/** As the page names them; what is not known is left out there too. */
const CONDITION_NAMES: Record<Comparable['condition'], string> = {
  new: 'New',
  used: 'Used',
  certified: 'Certified',
  unknown: '',
};

/** A valuation as a PDF, to be printed or handed on. */
export function valuationReport({
  request,
  valuation: exact,
  sample,
  now,
}: ReportOf): Promise<Buffer<ArrayBuffer>> {
  const valuation = shownValuation(exact);
  const { resolved, range, currentMarketValue: value, asOf, confidenceMeasured } = valuation;
  const name = valuedName(resolved, request);
  const report = new Report(`RigWorth: ${name}`, now);

  report.paragraph('RigWorth valuation report', COLOURS.muted);
  report.gap(2);
  report.title(name);
  report.paragraph(valuedFacts(resolved, request), COLOURS.muted);
  if (sample)
    report.paragraph(
      'Sample market: the listings behind these figures are simulated, not for sale.',
    );
  report.gap(12);
  report.figure(usd(value));
  report.paragraph(
    `Current market value, an asking price, as of ${day(asOf)}. ` +
      `${percent(range.level)} of similar RVs are listed from ${usd(range.low)} to ${usd(range.high)}.`,
  );
  report.paragraph(
    `Confidence ${percent(valuation.confidence)}: how likely the asking price is within ` +
      `${percent(CONFIDENCE_WITHIN)} of this value${confidenceMeasured ? '' : UNMEASURED}. ${valuedBasis(valuation)}.${DOUBT[resolved.lineStatus]}`,
  );
  if (valuation.originalMSRP !== null)
    report.paragraph(`Original sticker price about ${usd(valuation.originalMSRP)}.`);

  report.heading('Forecast for ten years');
  const today = { label: 'Today', value, low: range.low, high: range.high };
  const years = valuation.depreciationSchedule.map((year) => ({
    label: String(year.year),
    value: year.estimatedValue,
    low: year.low,
    high: year.high,
  }));
  drawForecast(report, [today, ...years], short);
  report.paragraph(
    `The line is the expected asking price, the band where it is expected to lie with ${percent(range.level)} probability.`,
    COLOURS.muted,
  );
  report.gap(6);
  report.table(FORECAST, valuation.depreciationSchedule);
  report.section({
    title: 'How it was computed',
    texts: METHOD,
    columns: STEPS,
    rows: [
      ...valuation.explanation.map(({ label, amount }, at) => ({
        label,
        amount: at === 0 ? usd(amount) : signed(amount),
      })),
      { label: 'Value today', amount: usd(value) },
    ],
  });
  if (exact.depth) drawDepth(report, shownDepth(exact.depth, exact.range), resolved.floorplan);
  drawComparables(report, valuation.comparables);

  return report.end(
    `RigWorth, market data as of ${day(asOf)}, report of ${day(now.toISOString())}.`,
  );
}

/** @param own the floorplan that is valued; empty where none was named */
function drawDepth(report: Report, { drivers, floorplans }: AnalysisDepth, own: string): void {
  if (drivers.length > 0)
    report.section({
      title: 'What would change it',
      texts: ['What this RV would be worth more or less, were one fact about it another.'],
      colour: COLOURS.muted,
      columns: STEPS,
      rows: drivers.map(({ label, amount }) => ({ label, amount: signed(amount) })),
    });
  if (floorplans.length > 0)
    report.section({
      title: 'As each floorplan',
      texts: ['The same RV, had it another floorplan of its line.'],
      colour: COLOURS.muted,
      columns: FLOORPLANS,
      rows: floorplans.map((each) => ({ ...each, isOwn: each.floorplan === own })),
    });
}

function drawComparables(report: Report, comparables: readonly Comparable[]): void {
  const title = 'Comparable listings';
  if (comparables.length === 0) {
    report.heading(title);
    report.paragraph('No single listing is close enough to compare with.');
    return;
  }
  report.section({
    title,
    texts: [
      'What others ask, and what that would be for this RV adjusted for year, miles, condition, floorplan, place and date.',
    ],
    colour: COLOURS.muted,
    columns: COMPARABLES,
    rows: comparables,
  });
}

const UNMEASURED = ' in markets like this one; too few listings are here to measure it';

const METHOD = [
  'The value is what RVs like this one are asked for, learnt from listings that RigWorth collects itself: each unit counts once, however often and wherever it is listed. What a buyer pays in the end may differ.',
  'It starts from a typical used RV of the type and adds what each fact does to the price. The steps below sum to the value.',
  'The range and the confidence are checked against listings that were kept out of the computation, where there are enough. The forecast follows how RVs of the type, and of this line where enough are known, lost value with age.',
];

const FORECAST = [
  { head: 'Year', share: 10, text: ({ year }: Year) => String(year) },
  right('Value', 16, ({ estimatedValue }: Year) => usd(estimatedValue)),
  right('Range', 28, ({ low, high }: Year) => `${usd(low)} to ${usd(high)}`),
  right('Loss in the year', 20, ({ depreciationAmount, lossBelow }: Year) =>
    lossBelow === null ? usd(depreciationAmount) : `under ${usd(lossBelow)}`,
  ),
  right('Loss in %', 14, ({ depreciationPercentage }: Year) => percentFine(depreciationPercentage)),
  right('Since today', 16, ({ cumulativeDepreciation }: Year) =>
    percentFine(cumulativeDepreciation),
  ),
];

const COMPARABLES = [
  {
    head: 'Listing',
    share: 36,
    text: ({ year, make, model, floorplan }: Comparable) =>
      [year, make, model, floorplan].filter(Boolean).join(' '),
    link: ({ url }: Comparable) => (/^https?:\/\//.test(url) ? url : undefined),
  },
  { head: 'Condition', share: 13, text: ({ condition }: Comparable) => CONDITION_NAMES[condition] },
  right('Miles', 12, ({ mileage }: Comparable) => (mileage === null ? '' : whole.format(mileage))),
  { head: 'State', share: 8, text: ({ state }: Comparable) => state },
  right('Asked', 14, ({ price }: Comparable) => usd(price)),
  right('Adjusted by', 15, ({ adjustment }: Comparable) => signed(adjustment)),
  right('For yours', 14, ({ adjustedPrice }: Comparable) => usd(adjustedPrice)),
  right('Seen', 17, ({ observedAt }: Comparable) => day(observedAt)),
];

const FLOORPLANS = [
  {
    head: 'Floorplan',
    share: 40,
    text: ({ floorplan, isOwn }: Floorplan) => (isOwn ? `${floorplan} (this one)` : floorplan),
  },
  right('Listings', 15, ({ units }: Floorplan) => whole.format(units)),
  right('Value', 17, ({ value }: Floorplan) => usd(value)),
  right('Range', 28, ({ low, high }: Floorplan) => `${usd(low)} to ${usd(high)}`),
];

const STEPS = [
  { head: 'Fact', share: 70, text: ({ label }: Step) => label },
  right('Effect', 30, ({ amount }: Step) => amount),
];

type Comparable = z.output<typeof comparable>;
type Floorplan = AnalysisDepth['floorplans'][number] & { isOwn: boolean };
interface Step {
  label: string;
  amount: string;
}

function right<Row>(head: string, share: number, text: (row: Row) => string) {
  return { head, share, text, align: 'right' as const };
}

const DOUBT: Readonly<Record<LineStatus, string>> = {
  listed: '',
  known: ' The market has no listings of the line itself.',
  unknown: ' The model is not known to us: please check how it is written.',
};

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

const usd = (amount: number): string => dollars.format(amount);
const signed = (amount: number): string => `${amount > 0 ? '+' : ''}${usd(amount)}`;
const short = (amount: number): string =>
  amount >= 1_000 ? `$${whole.format(amount / 1_000)}k` : usd(amount);
const percent = (share: number): string => `${Math.round(share * 100)}%`;
const day = (instant: string): string => days.format(new Date(instant));
