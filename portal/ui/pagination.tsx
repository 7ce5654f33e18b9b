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
    pageOf: (page: string, pages: string) => string;
    last: (page: string) => string;
  };
}

/**
 * The pages of a list, those near the current one and the last, in one row. Nothing where there is one page. Where
 * six pages of four digits have no room between the steps, it says which page this is.
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
      className="tabular grid min-h-11 min-w-10 place-items-center rounded-control font-bold hover:bg-primary-soft aria-[current=page]:border-primary aria-[current=page]:bg-primary aria-[current=page]:text-on-primary max-sm:text-small max-sm:tracking-tight sm:min-w-11 sm:border sm:border-control-edge sm:bg-surface sm:px-1.5"
    >
      {count(to)}
    </button>
  );
  return (
    <nav aria-label={words.label} className="no-print @container">
      <ul className="flex items-center justify-center gap-0.5 sm:gap-1.5">
        <li>
          <Step label={words.previous} to={page - 1} pages={pages} onChange={onChange} back />
        </li>
        {near.map((to) => (
          <li key={to} className={ROOMY}>
            {button(to, words.page(count(to)))}
          </li>
        ))}
        {last !== null && (
          <li className={classes(ROOMY, 'flex items-center gap-0.5 sm:gap-1.5')}>
            <span aria-hidden="true">…</span>
            {button(last, words.last(count(last)))}
          </li>
        )}
        <li className="tabular px-3 font-bold @min-[20.25rem]:hidden">
          {words.pageOf(count(page), count(pages))}
        </li>
        <li>
          <Step label={words.next} to={page + 1} pages={pages} onChange={onChange} />
        </li>
      </ul>
    </nav>
  );
}

const ROOMY = '@max-[20.25rem]:hidden';

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
    className="grid h-11 w-7 shrink-0 place-items-center @max-[20.25rem]:w-11 sm:w-11 rounded-control text-primary hover:bg-primary-soft disabled:opacity-40"
  >
    <ChevronIcon className={classes('size-5', back ? 'rotate-90' : '-rotate-90')} />
  </button>
);
