import type { HTMLAttributes } from 'react';
import { ArrivalHeading } from './arrival-heading.tsx';
import { classes } from './classes.ts';

/** A card: one thing, on its own ground. A ground and a padding that the caller gives go before its own. */
export function Card({ className, ...rest }: HTMLAttributes<HTMLDivElement>) {
  return (
    <div
      className={classes('card card-ground rounded-card border border-edge shadow-card', className)}
      {...rest}
    />
  );
}

interface CardHeadProps {
  title: string;
  text: string;
  /** Where the focus goes when it is lost to what is in the card (`ArrivalHeading`). */
  headingId?: string;
  /** The same, without being where one arrives. */
  heirId?: string;
}

/** What a card is about: its name, and a sentence on it. */
export function CardHead({ title, text, headingId, heirId }: CardHeadProps) {
  return (
    <div>
      {headingId === undefined ? (
        <h2
          id={heirId}
          tabIndex={heirId === undefined ? undefined : -1}
          className="text-title outline-none"
        >
          {title}
        </h2>
      ) : (
        <ArrivalHeading id={headingId} className="text-title">
          {title}
        </ArrivalHeading>
      )}
      <p className="text-ink-muted">{text}</p>
    </div>
  );
}

/** Where something will be; sized by the caller like what it stands for. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden="true" className={classes('skeleton', className)} />;
}
