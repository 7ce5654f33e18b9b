import { Card } from './surface.tsx';

export interface Figure {
  title: string;
  value: string;
  note?: string | undefined;
}

/** A few figures side by side, each on its card. */
export const Figures = ({ figures }: { figures: readonly Figure[] }) => (
  <dl className="grid grid-cols-2 gap-3 sm:gap-4 md:auto-cols-fr md:grid-flow-col md:grid-cols-none">
    {figures.map(({ title, value, note }) => (
      <Card key={title} className="flex min-h-28 flex-col p-4 max-md:last:odd:col-span-2 sm:p-5">
        <dt className="text-small font-bold text-ink-muted">{title}</dt>
        <dd className="mt-1 flex grow flex-col">
          <span className="tabular text-title leading-tight font-extrabold wrap-anywhere">
            {value}
          </span>
          {note !== undefined && (
            <span className="pt-1 text-small leading-snug text-ink-muted">{note}</span>
          )}
        </dd>
      </Card>
    ))}
  </dl>
);
