import { activityAnalysis, activitySearch } from './activity.ts';
import { catalogueDecision } from './catalogue-decision.ts';
import { computeCommand } from './compute-command.ts';
import { computeRun } from './compute-run.ts';
import { rawContribution, rawContributionWithdrawn } from './contribution.ts';
import { deadLetter } from './dead-letter.ts';
import { ingestAlive } from './ingest-alive.ts';
import { ingestCancel } from './ingest-cancel.ts';
import { ingestCollection } from './ingest-collection.ts';
import { ingestCommand } from './ingest-command.ts';
import { ingestFunnel } from './ingest-funnel.ts';
import { ingestRun } from './ingest-run.ts';
import { ingestSources } from './ingest-sources.ts';
import { rawListing } from './raw-listing.ts';
import { rawRegistration } from './raw-registration.ts';
import { redriveCommand, redriveRun } from './redrive.ts';
import { replayCommand, replayRun } from './replay.ts';
import { scheduleSwitch } from './schedule-switch.ts';
import { snapshotPublished } from './snapshot-published.ts';
import type { Topic } from './topic.ts';
import { typeDecision } from './type-decision.ts';

/**
 * Topics whose messages say what was, not what to do: a dead letter of these, and of no other, may be sent
 * again at any time.
 */
export const FACT_TOPICS: readonly Topic[] = [
  rawListing,
  rawRegistration,
  rawContribution,
  rawContributionWithdrawn,
  activitySearch,
  activityAnalysis,
];

/** Every topic of the log. A role creates all of them at start, so that order of start does not matter. */
export const TOPICS: readonly Topic[] = [
  ...FACT_TOPICS,
  ingestCommand,
  computeCommand,
  computeRun,
  ingestRun,
  ingestAlive,
  ingestFunnel,
  ingestCollection,
  ingestCancel,
  ingestSources,
  scheduleSwitch,
  catalogueDecision,
  typeDecision,
  snapshotPublished,
  deadLetter,
  redriveCommand,
  redriveRun,
  replayCommand,
  replayRun,
];
