import { localStore } from '../client/browser-storage.ts';

const KEY = 'rigworth.colours';

/** `system` follows the device. */
export const COLOURS = ['system', 'light', 'dark'] as const;
export type Colours = (typeof COLOURS)[number];

export const chosenColours = (): Colours =>
  COLOURS.find((known) => known === localStore.getItem(KEY)) ?? 'system';

/** Puts the visitor's choice on the document; the theme file does the rest. */
export function applyColours(colours: Colours = chosenColours()): void {
  if (colours === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = colours;
}

const listeners = new Set<() => void>();

export function chooseColours(colours: Colours): void {
  localStore.setItem(KEY, colours);
  applyColours(colours);
  for (const listener of listeners) listener();
}

/** Told of each choice, one made in another tab too, which counts here as well. */
export function subscribeToColours(listener: () => void): () => void {
  const follow = () => {
    applyColours();
    listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', follow);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', follow);
  };
}
