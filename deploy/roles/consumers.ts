import type { Consumer } from '#api/staff-health/lag-watch.ts';
import { COMPUTE_GROUP } from '#pipelines/compute/compute.ts';
import { activityGroup } from '#pipelines/load/load-activity.ts';
import { DEAD_LETTER_GROUP } from '#pipelines/load/load-dead-letters.ts';
import { LOADER_GROUP } from '#pipelines/load/load-listings.ts';
import { REGISTRATION_GROUP } from '#pipelines/load/load-registrations.ts';
import { RUN_TRACKER_GROUP } from '#pipelines/load/track-runs.ts';
import { REDRIVE_GROUP } from '#pipelines/redrive/start-redriving.ts';
import { REPLAY_GROUP } from '#pipelines/replay/start-replaying.ts';
import { activityAnalysis, activitySearch } from '#schemas/events/activity.ts';
import { computeCommand } from '#schemas/events/compute-command.ts';
import { rawContribution, rawContributionWithdrawn } from '#schemas/events/contribution.ts';
import { deadLetter } from '#schemas/events/dead-letter.ts';
import { ingestRun } from '#schemas/events/ingest-run.ts';
import { rawListing } from '#schemas/events/raw-listing.ts';
import { rawRegistration } from '#schemas/events/raw-registration.ts';
import { redriveCommand } from '#schemas/events/redrive.ts';
import { replayCommand } from '#schemas/events/replay.ts';

/**
 * The groups of the pipelines, whose lag is watched and measured. The group of collections is not: a collection is
 * done when its command is, which may take a day.
 */
export const PIPELINE_CONSUMERS: readonly Consumer[] = [
  { name: 'Loads listings', topic: rawListing, group: LOADER_GROUP },
  { name: 'Loads registrations', topic: rawRegistration, group: REGISTRATION_GROUP },
  { name: 'Keeps dead letters', topic: deadLetter, group: DEAD_LETTER_GROUP },
  { name: 'Follows collection runs', topic: ingestRun, group: RUN_TRACKER_GROUP },
  ...(
    [
      ['Loads contributions', rawContribution],
      ['Takes contributions out', rawContributionWithdrawn],
      ['Loads searches', activitySearch],
      ['Loads analyses', activityAnalysis],
    ] as const
  ).map(([name, topic]) => ({ name, topic, group: activityGroup(topic) })),
  { name: 'Sends dead letters again', topic: redriveCommand, group: REDRIVE_GROUP },
  { name: 'Reads the log anew', topic: replayCommand, group: REPLAY_GROUP },
  { name: 'Computes the market', topic: computeCommand, group: COMPUTE_GROUP },
];
