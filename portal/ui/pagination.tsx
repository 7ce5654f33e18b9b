import { classes } from './classes.ts';
import { count } from './format.ts';
import { ChevronIcon } from './icons.tsx';
import { pageButtons } from './page-buttons.ts';

interface PaginationProps {
  page: number;
  pages: number;
  onChange: (page: number) => void;
  words: {
    label: string;
    previous: string;
    next: string;
    page: (page: string) => string;
    last: (page: string) => string;
  };
}

/**
 * The pages of a list, those near the current one and the last. Nothing where there is one page. The steps stand
 * below on a phone, both, in a line that an empty item begins: beside the pages there is room for one of them only.
 */
export function Pagination({ page, pages, onChange, words }: PaginationProps) {
  if (pages <= 1) return null;
  const { near, last } = pageButtons(page, pages);
  const button = (to: number, label: string) => (
    <button
      type="button"
      aria-label={label}
      aria-current={to === page ? 'page' : undefined}
      onClick={() => onChange(to)}
      className="tabular grid min-h-11 min-w-10 place-items-center rounded-control border border-control-edge bg-surface px-1.5 font-bold hover:bg-primary-soft aria-[current=page]:border-primary aria-[current=page]:bg-primary aria-[current=page]:text-on-primary sm:min-w-11"
    >
      {count(to)}
    </button>
  );
  return (
    <nav aria-label={words.label} className="no-print">
      <ul className="flex flex-wrap items-center justify-center gap-1 sm:gap-1.5">
        <li aria-hidden="true" className="order-1 basis-full sm:hidden" />
        <li className="max-sm:order-1">
          <Step label={words.previous} to={page - 1} pages={pages} onChange={onChange} back />
        </li>
        {near.map((to) => (
          <li key={to}>{button(to, words.page(count(to)))}</li>
        ))}
        {last !== null && (
          <li className="flex items-center gap-1">
            <span aria-hidden="true">…</span>
            {button(last, words.last(count(last)))}
          </li>
        )}
        <li className="max-sm:order-1">
          <Step label={words.next} to={page + 1} pages={pages} onChange={onChange} />
        </li>
      </ul>
    </nav>
  );
}

interface StepProps {
  label: string;
  to: number;
  pages: number;
  back?: boolean;
  onChange: (page: number) => void;
}

const Step = ({ label, to, pages, back = false, onChange }: StepProps) => (
  <button
    type="button"
    aria-label={label}
    disabled={to < 1 || to > pages}
    onClick={() => onChange(to)}
    className="grid size-11 place-items-center rounded-control text-primary hover:bg-primary-soft disabled:opacity-40"
  >
    <ChevronIcon className={classes('size-5', back ? 'rotate-90' : '-rotate-90')} />
  </button>
);
