import { classes } from './classes.ts';

interface AvatarProps {
  name: string;
  /** Null for none: then the first letter stands for it. */
  picture: string | null;
  className: string;
}

/** Who it is, beside the name: decoration, the name is said by words. */
export const Avatar = ({ name, picture, className }: AvatarProps) =>
  picture === null ? (
    <span
      aria-hidden="true"
      className={classes(
        'grid shrink-0 place-items-center rounded-full bg-primary font-black text-on-primary uppercase',
        className,
      )}
    >
      {/^./u.exec(name)?.[0]}
    </span>
  ) : (
    <img
      src={picture}
      alt=""
      className={classes('shrink-0 rounded-full object-cover', className)}
    />
  );
