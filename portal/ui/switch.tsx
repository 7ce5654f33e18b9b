import { classes } from './classes.ts';

interface SwitchProps {
  label: string;
  on: boolean;
  disabled?: boolean;
  onChange: (on: boolean) => void;
}

/** Something that is on or off, changed at once. */
export const Switch = ({ label, on, disabled = false, onChange }: SwitchProps) => (
  <button
    type="button"
    role="switch"
    aria-checked={on}
    aria-label={label}
    disabled={disabled}
    onClick={() => onChange(!on)}
    className={classes(
      'keep-colour thumb relative h-7 w-12 shrink-0 rounded-full border-2 transition-colors disabled:opacity-55',
      on ? 'border-primary bg-primary' : 'border-control-edge bg-sunken',
    )}
  >
    <span
      className={classes(
        'absolute top-0.5 size-5 rounded-full transition-[left]',
        on ? 'left-5.5 bg-on-primary' : 'left-0.5 bg-control-edge',
      )}
    />
  </button>
);
