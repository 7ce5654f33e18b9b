import { setFlagsFromString } from 'node:v8';
import { PGlite } from '@electric-sql/pglite';

/**
 * Opens Postgres in this process, on a folder that holds a database or is to be filled with one.
 *
 * V8 would compile once more, and better, what it sees run often. Of the largest function of Postgres that
 * takes 600 MB and two seconds of a core, in the midst of the first start, to make queries a sixth faster
 * (measured). So the code it makes at first stays, in all WebAssembly of the process.
 */
export function openPglite(directory: string): Promise<PGlite> {
  // Either alone does not keep it from that.
  setFlagsFromString('--no-wasm-tier-up');
  setFlagsFromString('--no-wasm-dynamic-tiering');
  return PGlite.create({ dataDir: directory });
}
