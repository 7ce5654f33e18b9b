import { useId } from 'react';

interface CheckFieldProps {
  label: string;
  text: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A choice, with what it means: the browser's own check box. */
export function CheckField({ label, text, checked, onChange }: CheckFieldProps) {
  const id = useId();
  return (
    <div className="grid grid-cols-[auto_1fr] items-start gap-x-3">
      <input
        id={id}
        type="checkbox"
        className="mt-0.5 size-6 accent-primary"
        aria-describedby={`${id}-text`}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <div>
        <label htmlFor={id} className="block cursor-pointer font-bold">
          {label}
        </label>
        <p id={`${id}-text`} className="text-small text-ink-muted">
          {text}
        </p>
      </div>
    </div>
  );
}
