import type { ActivityAnalysis, ActivitySearch } from '#schemas/events/activity.ts';
import type { RawContribution } from '#schemas/events/contribution.ts';
import type { Warehouse } from '../client.ts';
import { toWarehouseInstant } from '../instants.ts';
import { insertRows } from '../insert-rows.ts';

/** Searches; one that comes again is the same row. */
export async function insertSearches(
  warehouse: Warehouse,
  events: readonly ActivitySearch[],
): Promise<void> {
  const rows = events.map((event) => ({ ...subject(event), results: event.results }));
  await insertRows(warehouse, 'activity_search', rows, [...SUBJECT, 'results']);
}

/** Analyses; one that comes again is the same row. */
export async function insertAnalyses(
  warehouse: Warehouse,
  events: readonly ActivityAnalysis[],
): Promise<void> {
  const rows = events.map((event) => ({
    ...subject(event),
    year: event.year,
    condition: event.condition,
    value: event.value,
  }));
  await insertRows(warehouse, 'activity_analysis', rows, [
    ...SUBJECT,
    'year',
    'condition',
    'value',
  ]);
}

const subject = (event: ActivitySearch | ActivityAnalysis) => ({
  id: event.id,
  at: toWarehouseInstant(event.at),
  sample: event.sample,
  make_id: event.makeId,
  line_id: event.lineId,
  type: event.type,
  region: event.region,
});
const SUBJECT = ['id', 'at', 'sample', 'make_id', 'line_id', 'type', 'region'] as const;

export async function insertContributions(
  warehouse: Warehouse,
  events: readonly RawContribution[],
): Promise<void> {
  const rows = events.map((event) => ({
    contribution_id: event.contributionId,
    withdrawn: false,
    contributor: event.contributor,
    day: event.day,
    sample: event.sample,
    make: event.make,
    model: event.model,
    year: event.year,
    type: event.type,
    purchase_price: event.purchasePrice,
    purchase_date: event.purchaseDate,
    purchase_type: event.purchaseType,
    condition: event.condition,
    state: event.state,
    zip3: event.zip3,
    mileage: event.mileage ?? null,
    list_price: event.listPrice ?? null,
    trade_in_value: event.tradeInValue ?? null,
    financing_rate: event.financingRate ?? null,
    down_payment: event.downPayment ?? null,
    market_conditions: event.marketConditions ?? '',
    seasonality: event.seasonality ?? '',
  }));
  await insertRows(warehouse, 'contributions', rows, [
    'contribution_id', 'withdrawn', 'contributor', 'day', 'sample', 'make', 'model', 'year', 'type',
    'purchase_price', 'purchase_date', 'purchase_type', 'condition', 'state', 'zip3', 'mileage',
    'list_price', 'trade_in_value', 'financing_rate', 'down_payment', 'market_conditions',
    'seasonality',
  ]); // prettier-ignore
}

/** A withdrawal takes the purchase's place for ever, whichever of the two comes first. */
export async function withdrawContributions(
  warehouse: Warehouse,
  ids: readonly string[],
): Promise<void> {
  const rows = ids.map((id) => ({ contribution_id: id, withdrawn: true }));
  await insertRows(warehouse, 'contributions', rows, ['contribution_id', 'withdrawn']);
}
