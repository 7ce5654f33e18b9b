import { ArrivalHeading } from '../../ui/arrival-heading.tsx';
import { Card } from '../../ui/surface.tsx';

interface NotThereProps {
  words: { title: string; text: string };
}

/** In place of what the address names, where there is none; whoever followed a link goes on here. */
export const NotThere = ({ words: { title, text } }: NotThereProps) => (
  <Card className="py-10 text-center">
    <ArrivalHeading className="text-title">{title}</ArrivalHeading>
    <p className="text-ink-muted">{text}</p>
  </Card>
);
