import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { useId } from 'react';
import { classes } from './classes.ts';

/** The look every typed-in control shares. */
export const CONTROL =
  'w-full min-h-11 rounded-control border border-control-edge bg-surface px-3 text-ink ' +
  'placeholder:text-ink-muted disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink-muted ' +
  'aria-invalid:border-danger';

interface FieldFrameProps {
  id: string;
  label: string;
  hint?: string | undefined;
  error?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/** Label above, hint and error below; `describedBy` names them for the control. */
export function FieldFrame({ id, label, hint, error, className, children }: FieldFrameProps) {
  return (
    <div className={classes('min-w-0', className)}>
      <label htmlFor={id} className="mb-1 block font-bold">
        {label}
      </label>
      {children}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="mt-1 text-small text-ink-muted">
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className="mt-1 text-small font-bold text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

export const describedBy = (id: string, hint: unknown, error: unknown): string | undefined =>
  classes(hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`) || undefined;

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  /** A word after the value, such as a unit. */
  unit?: string;
  ref?: Ref<HTMLInputElement>;
}

export function TextField({ label, hint, error, unit, className, ...rest }: TextFieldProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} className={className}>
      <div className="relative">
        <input
          id={id}
          className={classes(CONTROL, 'tabular', unit !== undefined && 'pr-14')}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={describedBy(id, hint, error)}
          {...rest}
        />
        {unit !== undefined && (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-ink-muted"
          >
            {unit}
          </span>
        )}
      </div>
    </FieldFrame>
  );
}
