import type { Advice } from './price-scale.ts';

/** Colours of an advice: ground and ink of words, and the stretch it has on the scale. Words say it too. */
export const LOOKS: Record<Advice, { panel: string; stretch: string }> = {
  buy_now: { panel: 'bg-primary-soft text-primary', stretch: 'bg-primary' },
  negotiate: { panel: 'bg-info-soft text-info', stretch: 'bg-info' },
  wait: { panel: 'bg-accent-soft text-accent-ink', stretch: 'bg-stripe' },
  avoid: { panel: 'bg-danger-soft text-danger', stretch: 'bg-danger' },
};

export const NO_ADVICE_PANEL = 'bg-sunken text-ink';
