import { UNKNOWN_INSTANT } from '#schemas/events/raw-listing.ts';
import type { EventOutcome } from '#schemas/facts.ts';
import { toWarehouseInstant } from '#warehouse/instants.ts';

/** A message as `event_outcomes` names it, whatever becomes of it: the event in it, where it stood, when it was read. */
export const deliveryOf = (
  event: { eventId: string; runId: string; source: string } | undefined,
  place: { topic: string; partition: number; offset: number },
  readAt: Date,
): Omit<EventOutcome, 'outcome' | 'reason'> => ({
  event_id: event?.eventId ?? '',
  run_id: event?.runId ?? '',
  source: event?.source ?? '',
  topic: place.topic,
  log_partition: place.partition,
  log_offset: place.offset,
  source_id: '',
  seen_at: toWarehouseInstant(UNKNOWN_INSTANT),
  recorded_at: toWarehouseInstant(readAt),
});
