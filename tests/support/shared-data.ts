import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../shared/data/', import.meta.url));

/**
 * Path of a file or folder of the shared trial data, which stands beside the project, never in it.
 * Undefined where it is absent; with REQUIRE_SHARED_DATA=1 absence is a failure.
 */
export function sharedData(path: string): string | undefined {
  const full = ROOT + path;
  if (existsSync(full)) return full;
  if (process.env['REQUIRE_SHARED_DATA'] === '1')
    throw new Error(`shared data is required (REQUIRE_SHARED_DATA=1) and ${path} is not there`);
  return undefined;
}
