import { readdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { ListingFields } from '#schemas/events/raw-listing.ts';
import { SourceFileError } from './bytes.ts';
import { FilesRefused } from './check-files.ts';
import type { Mapping } from './mapping.ts';
import { compilePattern } from './pattern.ts';
import { RecordsNotFound } from './read-json.ts';
import { readRecords } from './read-records.ts';
import { compileFields } from './take-fields.ts';
import { compileValue } from './value.ts';

/**
 * The lookup of a mapping's `join`: what the partners give, by what they have in common with the
 * records. Its files are those whose names match `from`, among the files given and beside them; the
 * first by name that has a field gives it. Held in memory: a lookup is expected to be a small file.
 */
export async function loadPartners(
  mapping: Mapping,
  files: readonly string[],
): Promise<Map<string, ListingFields>> {
  const partners = new Map<string, ListingFields>();
  if (mapping.join === undefined) return partners;
  const keyOf = compileValue(mapping.join.on, 'value', mapping.format);
  const fieldsOf = compileFields(mapping.join.take, mapping.format);
  for (const path of await lookupFiles(mapping.join.from, files)) {
    try {
      for await (const { data, file } of readRecords(path, mapping)) {
        if (data === undefined) continue;
        const key = keyOf(data, file).trim();
        if (key !== '') partners.set(key, { ...fieldsOf(data, file), ...partners.get(key) });
      }
    } catch (error) {
      // A file beside the ones given that has no records of this kind is no partner's.
      if (error instanceof RecordsNotFound) continue;
      if (!(error instanceof SourceFileError)) throw error;
      throw new FilesRefused([`${path}: ${error.message}`]);
    }
  }
  return partners;
}

/** The files that a mapping's `join.from` names, in the order of their names. */
export async function lookupFiles(from: string, files: readonly string[]): Promise<string[]> {
  const named = compilePattern(from);
  const folders = new Set(files.map((file) => dirname(resolve(file))));
  const beside = await Promise.all(
    [...folders].map(async (folder) => (await readdir(folder)).map((name) => join(folder, name))),
  );
  const candidates = new Set([...files.map((file) => resolve(file)), ...beside.flat()]);
  return [...candidates]
    .filter((path) => named.test(basename(path)))
    .toSorted((a, b) => (basename(a) < basename(b) ? -1 : 1));
}
