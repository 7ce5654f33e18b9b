import { closeSync, openSync, writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { Session } from 'chdb';
import { makeWritableFolder } from '#platform/writable-folder.ts';
import { DataDirInUse, DataDirUnusable } from '../errors.ts';
import { livingOwner, refuseHeldFolder } from './folder-lock.ts';

const MB = 1_000_000;
const STANDARD_INPUT = 0;

/**
 * Starts the engine on a folder: the first session of the process decides how it runs, and its lock
 * on the folder is the lock of the whole data directory. Later sessions on the folder join it.
 * @throws DataDirInUse when another process holds the folder, DataDirUnusable when it cannot be used.
 */
export function startEngine(directory: string, memoryMb: number): Session {
  const config = join(directory, 'engine.xml');
  try {
    makeWritableFolder(directory);
  } catch (error) {
    throw new DataDirUnusable(directory, error);
  }
  refuseHeldFolder(directory);
  try {
    writeFileSync(config, engineConfig(memoryMb));
    emptyStandardInput();
    return new Session(directory, { connectionArgs: [`--config-file=${config}`] });
  } catch (error) {
    const owner = livingOwner(directory);
    if (owner !== undefined) throw new DataDirInUse(directory, owner);
    throw new DataDirUnusable(directory, error);
  }
}

/**
 * The engine takes what stands on the process's standard input for rows of whatever is inserted next.
 * The lowest free descriptor is the one a file is opened under: here that of standard input.
 */
function emptyStandardInput(): void {
  closeSync(STANDARD_INPUT);
  if (openSync(devNull, 'r') !== STANDARD_INPUT)
    throw new Error('another file took the place of standard input; start again');
}

/**
 * The engine beside the server, the log and the user store in one process of 1.5 GB at most: memory
 * and every cache are stated, since the defaults reach most of the machine.
 */
function engineConfig(memoryMb: number): string {
  const settings = {
    max_server_memory_usage: memoryMb * MB,
    mark_cache_size: 32 * MB,
    primary_index_cache_size: 32 * MB,
    index_mark_cache_size: 8 * MB,
    uncompressed_cache_size: 0,
    index_uncompressed_cache_size: 0,
    query_condition_cache_size: 4 * MB,
    compiled_expression_cache_size: 16 * MB,
    text_index_tokens_cache_size: 8 * MB,
    text_index_header_cache_size: 8 * MB,
    text_index_postings_cache_size: 16 * MB,
    parquet_metadata_cache_size: 0,
    iceberg_metadata_files_cache_size: 0,
    vector_similarity_index_cache_size: 0,
    unique_key_index_cache_size_bytes: 0,
    mmap_cache_size: 0,
    background_pool_size: 2,
    max_thread_pool_size: 256,
    merges_mutations_memory_usage_soft_limit: Math.floor((memoryMb * MB) / 3),
  };
  const lines = Object.entries(settings).map(([name, value]) => `  <${name}>${value}</${name}>`);
  // Without it every column of a part being written takes two buffers of 1 MB: 200 MB for a fact's.
  const tables =
    '  <merge_tree><min_columns_to_activate_adaptive_write_buffer>1</min_columns_to_activate_adaptive_write_buffer></merge_tree>';
  return `<clickhouse>\n${lines.join('\n')}\n${tables}\n</clickhouse>\n`;
}
