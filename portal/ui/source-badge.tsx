import type { SourceState } from '#schemas/api/data.ts';
import { STAFF } from '../content/staff.ts';
import { Badge, type BadgeTone } from './badge.tsx';

const TONES: Record<SourceState, BadgeTone> = {
  never_run: 'quiet',
  retired: 'quiet',
  configured: 'info',
  healthy: 'good',
  warning: 'warning',
  stale: 'warning',
  failing: 'bad',
};

/** The state of a source, or of a kind of data that is collected. */
export const SourceBadge = ({ state }: { state: SourceState }) => (
  <Badge tone={TONES[state]}>{STAFF.sourceStates[state]}</Badge>
);
