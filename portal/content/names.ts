import { isolated } from './isolated.ts';

/** The fields of make and model, in whatever form they stand. */
export const NAMES = {
  make: 'Make',
  makePlaceholder: 'Jayco, Winnebago, Keystone…',
  model: 'Model',
  modelPlaceholder: 'Line or floorplan',
  modelDisabled: 'Choose a make first',
  listings: (count: string) => `${count} listed`,
  noMatch: 'Not in our list. You can still use it as typed.',
  loadingMakes: 'Loading makes…',
  loadingModels: 'Loading models…',
  modelsFailed: 'Failed to fetch models',
  makesFailed: 'Failed to fetch makes',
  /** With the server's own words, where it gave any. */
  because: (failure: string, reason: string) => `${failure}: ${reason}`,
  didYouMean: (name: string) => `Did you mean ${isolated(name)}?`,
  noModels: 'We know no models of this make. Type the model as you know it.',
  retry: 'Try again',
  choices: (count: number) => (count === 1 ? '1 choice' : `${count} choices`),
  showChoices: (label: string) => `Show choices: ${label}`,
};
