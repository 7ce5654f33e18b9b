import { type ReactNode, useId } from 'react';
import { Card } from './surface.tsx';

interface TitledCardProps {
  title: string;
  /** What it shows, in a sentence. */
  text?: string;
  /** Longer than a printed page. */
  printsInParts?: boolean;
  children: ReactNode;
}

/** A card that is one part of an answer: a region by its title. */
export function TitledCard({ title, text, printsInParts = false, children }: TitledCardProps) {
  const id = useId();
  const print = printsInParts ? 'print-in-parts' : undefined;
  return (
    <section aria-labelledby={id} className={print}>
      <Card className={print}>
        <h3 id={id} className="text-title">
          {title}
        </h3>
        {text !== undefined && <p className="mb-3 text-ink-muted">{text}</p>}
        {children}
      </Card>
    </section>
  );
}
