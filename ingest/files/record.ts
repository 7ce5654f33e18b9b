import type { Element } from '../scraper/extract/page.ts';

/** Longest record that is read as one; past it a record is unreadable. Bounds the memory of a reader. */
export const maxRecordBytes = 1024 * 1024;

/** Why a record past that is unreadable. */
export const tooLong = `is longer than ${maxRecordBytes} bytes; the first of them are kept`;

/**
 * What a record says, before any field is taken from it. A row of a table knows its columns; a JSON
 * value knows the objects it stood in; an element of a page is its tags and texts.
 */
export type RecordData =
  | { kind: 'element'; element: Element }
  | {
      kind: 'row';
      columns: ReadonlyMap<string, number>;
      /** The names of the columns as they are written. */
      header: readonly string[];
      cells: readonly string[];
    }
  | { kind: 'tree'; value: unknown; key: string; parents: readonly unknown[] };

/** What is known of the file a record came from; names that begin with `$` read it. */
export interface FileFacts {
  /** Name without its folder. */
  name: string;
  /** The canonical address of a page, and its title. */
  url?: string;
  title?: string;
  /** What the relative addresses of a page are relative to; '' where nothing says. */
  base?: string;
}

/**
 * One record of a file. `bytes` are what was received: a table row without its line end, the text
 * of a JSON value, or for a page the JSON of the node. A record that cannot be read has no data and
 * says why in `unreadable`; it is published all the same, so that its bytes are not lost.
 */
export type SourceRecord = {
  bytes: Buffer;
  /** Line of a table or of NDJSON, number of the record in a JSON file or page; from 1. */
  position: number;
  /**
   * Where it begins, and where what follows it begins, in the content from where reading it began: known
   * of all but pages, which can be read on from there.
   */
  start?: number;
  next?: number;
  file: FileFacts;
} & (
  | { data: RecordData; unreadable?: undefined }
  | {
      data?: undefined;
      unreadable: string;
      /** The file ends within it: it has no end of its own, or a quote in it is open at the file's. */
      isOpen?: boolean;
    }
);
