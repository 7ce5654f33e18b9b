import { type ButtonHTMLAttributes, type Ref, useImperativeHandle } from 'react';
import { classes } from './classes.ts';
import { useHeir } from './use-heir.ts';
import { useKeptFocus } from './use-kept-focus.ts';

export type ButtonLook =
  'primary' | 'secondary' | 'quiet' | 'danger' | 'on-sign' | 'outline-on-sign';
export type ButtonSize = 'regular' | 'large' | 'small';

const LOOKS: Record<ButtonLook, string> = {
  primary: 'bg-primary text-on-primary hover:bg-primary-strong',
  secondary: 'bg-surface text-ink border border-control-edge hover:bg-primary-soft',
  quiet: 'text-primary underline-offset-4 hover:underline',
  danger: 'border border-danger/60 bg-danger-soft text-danger hover:border-danger',
  'on-sign': 'bg-stripe text-[#2b1d00] hover:brightness-105',
  'outline-on-sign': 'border-2 border-on-sign text-on-sign hover:bg-on-sign/12',
};
const SIZES: Record<ButtonSize, string> = {
  // As high as a thumb wants it where it is pressed by one.
  small: 'min-h-11 px-3 text-small lg:min-h-9',
  regular: 'min-h-11 px-4',
  large: 'min-h-13 px-6 text-lead',
};

/** The classes of a button, for links that look like one. */
export const buttonClasses = (
  look: ButtonLook = 'primary',
  size: ButtonSize = 'regular',
  more?: string,
): string =>
  classes(
    'no-print inline-flex items-center justify-center gap-2 rounded-control font-bold leading-tight',
    'transition-colors disabled:cursor-not-allowed disabled:opacity-55',
    'aria-disabled:cursor-not-allowed aria-disabled:opacity-55',
    SIZES[size],
    LOOKS[look],
    more,
  );

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: ButtonLook;
  size?: ButtonSize;
  /** What it asked for is under way: it does nothing, and unlike a disabled one it keeps the focus. */
  busy?: boolean;
  /** Id of the heading that has the focus after it where the button goes away with it. */
  heir?: string;
  ref?: Ref<HTMLButtonElement | null>;
}

export function Button({
  look,
  size,
  className,
  type = 'button',
  busy = false,
  heir,
  ref,
  onClick,
  ...rest
}: ButtonProps) {
  const button = useKeptFocus(rest.disabled === true);
  useHeir(button, heir);
  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(
    ref,
    () => button.current,
  );
  return (
    <button
      ref={button}
      type={type}
      className={buttonClasses(look, size, className)}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...rest}
    />
  );
}
