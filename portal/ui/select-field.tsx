import { useId, type SelectHTMLAttributes } from 'react';
import { describedBy, FieldFrame } from './field.tsx';
import { Select } from './select.tsx';

interface SelectFieldProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id'> {
  label: string;
  /** `quiet`: of less interest, but to be had. */
  options: readonly { value: string; label: string; quiet?: boolean }[];
  /** The choice that says nothing; without it one of the options is always chosen. */
  choose?: string;
  error?: string | undefined;
}

/** The browser's own list of options, with label and error. */
export function SelectField({ label, options, choose, error, ...rest }: SelectFieldProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} error={error}>
      <Select
        id={id}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={describedBy(id, undefined, error)}
        {...rest}
      >
        {choose !== undefined && <option value="">{choose}</option>}
        {options.map((option) => (
          <option
            key={option.value}
            value={option.value}
            className={option.quiet === true ? 'text-ink-muted' : undefined}
          >
            {option.label}
          </option>
        ))}
      </Select>
    </FieldFrame>
  );
}
