import { Link, type LinkProps } from 'react-router-dom';
import { classes } from './classes.ts';

/** A link among text and figures. */
export const TextLink = ({ className, ...rest }: LinkProps) => (
  <Link
    className={classes(
      'thumb inline-flex min-h-9 items-center font-bold text-primary underline underline-offset-4',
      className,
    )}
    {...rest}
  />
);
