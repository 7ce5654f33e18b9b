import { useId } from 'react';
import { classes } from './classes.ts';

interface ChoiceProps<T extends string> {
  label: string;
  name: string;
  value: T;
  /** `detail` stands below, read out as a description; `quiet`: of less interest, but to be had. */
  options: readonly { value: T; label: string; detail?: string; quiet?: boolean }[];
  onChange: (value: T) => void;
}

/** So many have room for equal shares of a phone's width. */
const FEW = 4;

/** A few options side by side, one of them chosen: the browser's own radio buttons, drawn as one control. */
export function Choice<T extends string>({
  label,
  name,
  value,
  options,
  onChange,
}: ChoiceProps<T>) {
  const id = useId();
  const many = options.length > FEW;
  return (
    <fieldset className="no-print">
      <legend className="mb-1 font-bold">{label}</legend>
      <div
        className={classes(
          'grid grid-flow-col rounded-control border border-control-edge bg-surface p-0.5',
          many ? 'auto-cols-auto' : 'auto-cols-fr',
        )}
      >
        {options.map((option) => (
          <label
            key={option.value}
            className={classes(
              'thumb grid min-h-10 cursor-pointer place-content-center rounded-[0.5rem] px-1 text-center max-sm:text-small sm:px-2 hover:bg-primary-soft has-checked:bg-primary has-checked:font-bold has-checked:text-on-primary has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
              option.quiet && 'text-ink-muted',
            )}
          >
            <input
              type="radio"
              className="sr-only"
              name={`${name}-${id}`}
              value={option.value}
              checked={option.value === value}
              aria-describedby={
                option.detail === undefined ? undefined : `${option.value}-${id}-detail`
              }
              onChange={() => onChange(option.value)}
            />
            {/* Of many, each is on one line, or has a line for each word: none is broken beside one that is not. */}
            <span className={many ? 'max-sm:w-min sm:whitespace-nowrap' : undefined}>
              {option.label}
            </span>
            {option.detail !== undefined && (
              <span
                id={`${option.value}-${id}-detail`}
                aria-hidden="true"
                className="tabular block min-h-[1lh] text-small leading-tight font-normal"
              >
                {option.detail}
              </span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
