import type { ReactNode } from 'react';
import { type ShowAllWords, useShowAll } from './show-all.tsx';
import { Table } from './table.tsx';

interface ShowAllTableProps<T> {
  caption: string;
  stacks?: boolean;
  /** The heads of the columns. */
  heads: ReactNode;
  items: readonly T[];
  renderRow: (item: T) => ReactNode;
  words: ShowAllWords;
  /** The part of the address that says whether all are shown. */
  param: string;
}

/** A long table, of which the first rows are shown until all are asked for. */
export function ShowAllTable<T>(props: ShowAllTableProps<T>) {
  const { caption, stacks = false, heads, items, renderRow, words, param } = props;
  const { shown, button } = useShowAll(items, words, param, 'all');
  return (
    <>
      <Table caption={caption} stacks={stacks}>
        <thead>
          <tr>{heads}</tr>
        </thead>
        <tbody>{shown.map(renderRow)}</tbody>
      </Table>
      {button}
    </>
  );
}
