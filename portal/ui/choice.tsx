import { useId } from 'react';
import { classes } from './classes.ts';

interface ChoiceProps<T extends string> {
  label: string;
  name: string;
  value: T;
  /** `detail` stands below, read out as a description; `quiet`: of less interest, but to be had. */
  options: readonly { value: T; label: string; detail?: string; quiet?: boolean }[];
  /** What is to be said of the counts, beside the label. */
  note?: string | undefined;
  /** Two and two, where labels with counts want the room. */
  inPairs?: boolean;
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
  note,
  inPairs = false,
  onChange,
}: ChoiceProps<T>) {
  const id = useId();
  const many = options.length > FEW;
  const across = many ? 'grid-flow-col auto-cols-auto' : 'grid-flow-col auto-cols-fr';
  return (
    <fieldset className="no-print">
      <legend className="mb-1 flex w-full flex-wrap items-baseline justify-between gap-x-3 font-bold">
        {label}
        {note !== undefined && (
          <span className="tabular text-small font-normal text-ink-muted">{note}</span>
        )}
      </legend>
      <div
        className={classes(
          'grid rounded-control border border-control-edge bg-surface p-0.5',
          inPairs ? 'grid-cols-2 gap-0.5' : across,
        )}
      >
        {options.map((option) => (
          <label
            key={option.value}
            className={classes(
              'thumb grid min-h-10 cursor-pointer place-content-center rounded-[0.5rem] px-1 text-center max-sm:text-small sm:px-2 hover:bg-primary-soft has-checked:bg-primary has-checked:font-bold has-checked:text-on-primary has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
              option.detail !== undefined && 'py-1',
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
