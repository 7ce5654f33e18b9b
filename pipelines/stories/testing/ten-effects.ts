import type { Planted } from './made-up-facts.ts';

/** Ten effects of every kind. */
export const TEN = {
  trend: { 'class-a': 0.08, 'travel-trailer': -0.07 },
  step: { 'toy-hauler': { at: 42, size: -0.05 } },
  season: { market: { month: 4, size: 0.02 }, 'pop-up': { month: 2, size: 0.03 } },
  comparison: {
    'region/market/West': 9,
    'days/fifth-wheel/used': 8,
    'cuts/class-c': 8,
    'interest/jayco': 8,
    'supply/park-model': -8,
  },
} as const satisfies Planted;
