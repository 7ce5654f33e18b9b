import type { ReactNode } from 'react';
import type { RvTypeId } from '#schemas/vocabulary.ts';
import { Silhouette } from './silhouettes.tsx';
import { Card } from './surface.tsx';

interface EmptyCardProps {
  /** The RV that stands on the empty road. */
  type: RvTypeId;
  words: { title: string; text: string };
  /** Its title's level, after what stands above it. */
  level?: 2 | 3;
  /** What can be done about it. */
  children?: ReactNode;
}

/** Nothing is here yet: an RV on an empty road, what is missing, and the way on. */
export function EmptyCard({ type, words, level = 2, children }: EmptyCardProps) {
  const Title = `h${level}` as const;
  return (
    <Card className="grid justify-items-center py-14 text-center">
      <Silhouette type={type} className="w-44 text-control-edge" />
      <div className="centre-line mt-1 w-56 max-w-full" />
      <Title className="mt-6 text-title">{words.title}</Title>
      <p className="mt-1 max-w-sm text-balance text-ink-muted">{words.text}</p>
      {children !== undefined && (
        <div className="mt-5 grid justify-items-center gap-5">{children}</div>
      )}
    </Card>
  );
}
