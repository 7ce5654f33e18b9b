import type { ReactNode } from 'react';
import { classes } from './classes.ts';

interface TableProps {
  caption: string;
  id?: string;
  /**
   * On a phone each row is a block, its cells below each other with their labels, which it must have; `abreast`:
   * beside each other, for a few figures below a long name.
   */
  stacks?: boolean | 'abreast';
  children: ReactNode;
}

/** A table that scrolls sideways on a phone, by keyboard too. */
export function Table({ caption, id, stacks = false, children }: TableProps) {
  return (
    <div
      role="region"
      aria-label={caption}
      // A scrolled region must be reachable without a pointer.
      tabIndex={0}
      className="scroll-shade relative -mx-1 overflow-x-auto rounded-control px-1"
    >
      <table
        id={id}
        className={classes(
          'tabular w-full border-collapse',
          stacks !== false && 'stacks',
          stacks === 'abreast' && 'abreast',
        )}
      >
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </div>
  );
}

/** Lines stand between rows; the last one ends on the ground it stands on. */
const CELL =
  'border-b border-edge px-1 py-2.5 first:pl-0 last:pr-0 sm:px-2 print:py-1 [tbody>tr:last-child>&]:border-b-0';

interface HeadProps {
  children: ReactNode;
  /** Aligned to the end, as figures are. */
  end?: boolean;
  /** The head of a row. */
  row?: boolean;
  /** In several lines on a phone, where its words would push what they name out of it. */
  wraps?: boolean;
}

export function Head({ children, end = false, row = false, wraps = false }: HeadProps) {
  return (
    <th
      scope={row ? 'row' : 'col'}
      className={classes(
        CELL,
        row ? 'font-bold' : 'align-bottom text-small font-bold text-ink-muted',
        !row && !wraps && 'max-sm:whitespace-nowrap',
        end ? 'text-end' : 'text-start',
      )}
    >
      {children}
    </th>
  );
}

interface CellProps {
  children: ReactNode;
  end?: boolean;
  strong?: boolean;
  muted?: boolean;
  /** Columns it stands for. */
  span?: number;
  /** The head of its column, of a table that stacks. */
  label?: string;
}

export function Cell({
  children,
  end = false,
  strong = false,
  muted = false,
  span,
  label,
}: CellProps) {
  return (
    <td
      colSpan={span}
      data-label={label}
      className={classes(
        CELL,
        end && 'text-end whitespace-nowrap',
        strong && 'font-bold',
        muted && 'text-ink-muted',
      )}
    >
      {children}
    </td>
  );
}

interface NotedRowProps {
  children: ReactNode;
  note: string;
  /** Columns of the table. */
  columns: number;
}

/** A row, and below it what is to be said of it: beside its figures the words would push them out of a phone. */
export const NotedRow = ({ children, note, columns }: NotedRowProps) => (
  <>
    <tr className="noted *:border-b-0 *:pb-0">{children}</tr>
    <tr>
      <td colSpan={columns} className={classes(CELL, 'pt-0.5 text-small text-ink-muted')}>
        {note}
      </td>
    </tr>
  </>
);
