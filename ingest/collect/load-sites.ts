import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { StartRefused } from '#platform/lifecycle.ts';
import { MappingError } from '../files/load-mapping.ts';
import { loadSite, type Site } from '../scraper/site-file.ts';

const SITE_FILE = /\.site\.ya?ml$/i;

/**
 * Loads every site file of a folder, in the order of their names; what else lies there are their mappings.
 * @throws StartRefused naming everything that is wrong, file by file
 */
export async function loadSites(folder: string): Promise<Site[]> {
  const names = await readdir(folder).catch((error: Error) => {
    throw new StartRefused(`SITES_DIR: the folder ${folder} cannot be read: ${error.message}`);
  });
  const faults: string[] = [];
  const sites = new Map<string, { site: Site; path: string }>();
  for (const name of names.filter((each) => SITE_FILE.test(each)).toSorted()) {
    const path = join(folder, name);
    try {
      const site = await loadSite(path);
      const other = sites.get(site.name);
      // What is known of a site is kept by its name.
      if (other !== undefined)
        faults.push(`${path}: mapping: is of the source ${site.name}, as that of ${other.path} is`);
      else sites.set(site.name, { site, path });
    } catch (error) {
      if (!(error instanceof MappingError)) throw error;
      faults.push(error.message);
    }
  }
  if (faults.length > 0) throw new StartRefused(`SITES_DIR: ${faults.join('\n')}`);
  return [...sites.values()].map(({ site }) => site);
}
