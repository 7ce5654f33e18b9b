import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { RawListing } from '#schemas/events/raw-listing.ts';
import { parseMapping } from '../load-mapping.ts';
import { compileMapping, type MapContext } from '../map-record.ts';
import { loadPartners } from '../partners.ts';
import { readRecords } from '../read-records.ts';

/** For tests: a folder with the files of a made-up source, gone when it is disposed of. */
export async function sourceFolder(
  files: Record<string, string | Uint8Array>,
): Promise<{ paths: string[]; [Symbol.asyncDispose]: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'rigworth-source-'));
  const paths: string[] = [];
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
    paths.push(path);
  }
  return { paths, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

/** For tests: the events a mapping makes of files, in their order. */
export async function eventsOf(
  yaml: string,
  files: Record<string, string | Uint8Array>,
  context: Partial<MapContext> = {},
): Promise<RawListing[]> {
  await using folder = await sourceFolder(files);
  const mapping = parseMapping(yaml, 'test.yaml');
  const partners = await loadPartners(mapping, folder.paths);
  const mapRecord = compileMapping(mapping);
  const events: RawListing[] = [];
  for (const path of folder.paths)
    for await (const record of readRecords(path, mapping))
      events.push(
        ...mapRecord(record, { runId: 'test', partnerOf: (key) => partners.get(key), ...context }),
      );
  return events;
}
