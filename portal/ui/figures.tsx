import { Card } from './surface.tsx';

export interface Figure {
  title: string;
  value: string;
  note?: string | undefined;
}

/** A few figures side by side, each on its card. */
export const Figures = ({ figures }: { figures: readonly Figure[] }) => (
  <dl className="grid auto-rows-[auto_1fr] grid-cols-2 gap-3 sm:gap-4 md:auto-cols-fr md:grid-cols-none md:grid-rows-[auto_1fr] md:grid-flow-col">
    {figures.map(({ title, value, note }) => (
      <Card
        key={title}
        className="row-span-2 grid min-h-28 grid-rows-subgrid gap-y-1 p-4 max-md:last:odd:col-span-2 sm:p-5"
      >
        <dt className="text-small font-bold text-ink-muted">{title}</dt>
        <dd className="flex flex-col">
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
