import type { LetterState } from '#schemas/api/staff-data.ts';
import type { BadgeTone } from '../../../ui/badge.tsx';

export const LETTER_TONES: Record<LetterState, BadgeTone> = {
  open: 'warning',
  // Whether it was understood then is not said here.
  redriven: 'info',
  replayed: 'good',
  repeated: 'quiet',
  superseded: 'good',
  lapsed: 'quiet',
};
