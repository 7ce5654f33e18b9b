import type { RegisteredCondition, RvTypeId } from './vocabulary.ts';

/** One row of a registration file as it is understood: a row of the warehouse's table `registrations`. */
export interface Registration {
  source: string;
  take: string;
  /** Where the row begins in its file, in bytes. */
  start: number;
  event_id: string;
  run_id: string;
  normaliser_version: number;
  /** The first day of the month, `YYYY-MM-DD`. */
  month: string;
  /** Two letters, of a US state, DC or a Canadian province. */
  state: string;
  /** Census region, or Canada. */
  region: string;
  type: RvTypeId | '';
  /** As the file writes it. */
  written_type: string;
  make_id: string;
  make: string;
  condition: RegisteredCondition;
  count: number;
}
