import type { SourceState } from '#schemas/api/data.ts';
import { STAFF } from '../content/staff.ts';
import { Badge, type BadgeTone } from './badge.tsx';

const TONES: Record<SourceState, BadgeTone> = {
  never_run: 'quiet',
  configured: 'info',
  healthy: 'good',
  stale: 'warning',
  failing: 'bad',
};

/** The state of a kind of data that is collected. */
export const RegisteredBadge = ({ state }: { state: SourceState }) => (
  <Badge tone={TONES[state]}>{STAFF.registered[state]}</Badge>
);
