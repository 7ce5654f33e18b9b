import { useState } from 'react';
import { RV_TYPES } from '#schemas/vocabulary.ts';
import { classes } from './classes.ts';
import { Silhouette } from './silhouettes.tsx';

interface ListingPictureProps {
  /** Null where there is none to show. */
  picture: string | null;
  /** Id of the RV's type; another text where it is not known. */
  type: string;
  className?: string;
}

/** A listing's picture; where there is none, or it does not load, a drawing of its type on the road. */
export function ListingPicture({ picture, type, className }: ListingPictureProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const drawn = RV_TYPES.find(({ id }) => id === type);
  return (
    <div
      className={classes(
        'relative grid aspect-16/10 print:aspect-4/1 content-end overflow-hidden bg-sunken [--silhouette-ground:var(--sunken)]',
        className,
      )}
    >
      {picture !== null && failed !== picture ? (
        <img
          src={picture}
          alt=""
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setFailed(picture)}
          className="absolute inset-0 size-full object-cover"
        />
      ) : (
        <div className="pb-[9%]">
          <Silhouette
            type={drawn?.id ?? 'unknown'}
            className="mx-auto w-3/5 max-w-64 text-control-edge print:max-w-20"
          />
          <div className="centre-line mx-auto w-4/5" />
        </div>
      )}
    </div>
  );
}
