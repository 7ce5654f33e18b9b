import type { LetterState } from '#schemas/api/staff-data.ts';
import type { BadgeTone } from '../../../ui/badge.tsx';

export const LETTER_TONES: Record<LetterState, BadgeTone> = {
  open: 'warning',
  redriven: 'good',
  replayed: 'good',
  repeated: 'quiet',
  lapsed: 'quiet',
};
