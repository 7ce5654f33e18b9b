import { useId } from 'react';

interface ChoiceProps<T extends string> {
  label: string;
  name: string;
  value: T;
  options: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
}

/** A few options side by side, one of them chosen: the browser's own radio buttons, drawn as one control. */
export function Choice<T extends string>({
  label,
  name,
  value,
  options,
  onChange,
}: ChoiceProps<T>) {
  const id = useId();
  return (
    <fieldset>
      <legend className="mb-1 font-bold">{label}</legend>
      <div className="grid auto-cols-fr grid-flow-col rounded-control border border-control-edge bg-surface p-0.5">
        {options.map((option) => (
          <label
            key={option.value}
            className="grid min-h-10 cursor-pointer place-items-center rounded-[0.5rem] px-2 text-center hover:bg-primary-soft has-checked:bg-primary has-checked:font-bold has-checked:text-on-primary has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              className="sr-only"
              name={`${name}-${id}`}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
