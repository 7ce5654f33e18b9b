import { activityAnalysis, activitySearch } from './activity.ts';
import { catalogueDecision } from './catalogue-decision.ts';
import { computeCommand } from './compute-command.ts';
import { computeRun } from './compute-run.ts';
import { rawContribution, rawContributionWithdrawn } from './contribution.ts';
import { deadLetter } from './dead-letter.ts';
import { ingestCommand } from './ingest-command.ts';
import { ingestRun } from './ingest-run.ts';
import { rawListing } from './raw-listing.ts';
import { rawRegistration } from './raw-registration.ts';
import { snapshotPublished } from './snapshot-published.ts';
import type { Topic } from './topic.ts';

/** Every topic of the log. A role creates all of them at start, so that order of start does not matter. */
export const TOPICS: readonly Topic[] = [
  rawListing,
  rawRegistration,
  rawContribution,
  rawContributionWithdrawn,
  activitySearch,
  activityAnalysis,
  ingestCommand,
  computeCommand,
  computeRun,
  ingestRun,
  catalogueDecision,
  snapshotPublished,
  deadLetter,
];
