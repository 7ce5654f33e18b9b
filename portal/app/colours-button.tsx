import { useSyncExternalStore } from 'react';
import { LAYOUT } from '../content/brand.ts';
import { DeviceIcon, MoonIcon, SunIcon } from '../ui/icons.tsx';
import { chooseColours, chosenColours, COLOURS, subscribeToColours } from './colours.ts';

const ICONS = { system: DeviceIcon, light: SunIcon, dark: MoonIcon };

/** Steps through: as the device, light, dark. */
export function ColoursButton() {
  const colours = useSyncExternalStore(subscribeToColours, chosenColours, () => 'system' as const);
  const Icon = ICONS[colours];
  const label = LAYOUT.theme.switchTo(LAYOUT.theme[colours]);
  const next = COLOURS[(COLOURS.indexOf(colours) + 1) % COLOURS.length] ?? 'system';
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={() => chooseColours(next)}
      className="grid size-11 place-items-center rounded-control text-ink-muted hover:bg-primary-soft hover:text-ink"
    >
      <Icon className="size-5" />
    </button>
  );
}
