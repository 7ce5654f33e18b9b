import type { ComponentType } from 'react';
import type { RouteName } from '../client/paths.ts';
import { later, type Later } from '../ui/later.tsx';
import { notFoundPage, PAGES } from './pages.ts';

type Screen = Later<object>;

const screen = (load: () => Promise<{ Page: ComponentType }>): Screen =>
  later(async () => (await load()).Page);

/** One screen for each route. */
export const SCREENS = Object.fromEntries(
  Object.entries(PAGES).map(([name, load]) => [name, screen(load)]),
) as Record<RouteName, Screen>;

export const NOT_FOUND_SCREEN: Screen = screen(notFoundPage);
