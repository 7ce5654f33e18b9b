import type { LetterState } from '#schemas/api/staff-data.ts';
import { pathOf } from '../../client/paths.ts';

/** The tabs of the specification, which everyone signed in has. */
const OPEN_TABS = ['data-collection', 'system-stats'] as const;
export const TABS = [
  'data-collection',
  'sources',
  'dead-letters',
  'data-quality',
  'system-stats',
] as const;
export type AdminTab = (typeof TABS)[number];

const isOpen = (tab: AdminTab): boolean => OPEN_TABS.some((open) => open === tab);

export const tabOf = (text: string | null): AdminTab =>
  TABS.find((tab) => tab === text) ?? 'data-collection';

/** The tabs a person has; the one that the address names is always among them, if only to say whom it is for. */
export const tabsFor = (mayControl: boolean, named: AdminTab): AdminTab[] =>
  TABS.filter((tab) => mayControl || isOpen(tab) || tab === named);

/** A view of the admin screen: what is not named is as it is at first. */
export function adminPath(
  tab: AdminTab,
  state: Readonly<Record<string, string | null>> = {},
): string {
  const params = new URLSearchParams(tab === 'data-collection' ? {} : { tab });
  for (const [name, value] of Object.entries(state))
    if (value !== null && value !== '') params.set(name, value);
  return params.size === 0 ? pathOf('admin') : `${pathOf('admin')}?${params}`;
}

export const runPath = (run: string): string => adminPath('sources', { run });

/** The dead letters of a source: of a reason, in a state, put aside while a run was under way. */
export const lettersPath = (filter: {
  source: string;
  reason?: string;
  state?: LetterState;
  since?: string | null;
  until?: string | null;
}): string => adminPath('dead-letters', filter);
