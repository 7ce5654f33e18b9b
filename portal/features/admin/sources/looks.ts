import type { RunState, SourceCheck, UsualBand } from '#schemas/api/staff-health.ts';
import type { BadgeTone } from '../../../ui/badge.tsx';

export const RUN_TONES: Record<RunState, BadgeTone> = {
  running: 'info',
  loading: 'info',
  done: 'good',
  partial: 'warning',
  blocked: 'bad',
  failed: 'bad',
  lost: 'bad',
  cancelled: 'quiet',
};

export const CHECK_TONES: Record<SourceCheck['state'], BadgeTone> = {
  passed: 'good',
  warning: 'warning',
  failed: 'bad',
  not_judged: 'quiet',
};

export const BAND_TONES: Record<UsualBand['state'], BadgeTone> = {
  usual: 'good',
  low: 'warning',
  high: 'warning',
  not_judged: 'quiet',
};
