import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSite } from './site-file.ts';

const mapping = `
source: corner-rv
format: html
records: [Vehicle]
fields: { title: name }
observedAt: $option
`;
const site = `
mapping: ./mapping.yaml
start: ['https://www.corner.example/inventory']
listings: ['^/rv/\\d+$']
pages: ['^/inventory']
`;
let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rigworth-site-file-'));
  await writeFile(join(folder, 'mapping.yaml'), mapping);
});
afterEach(() => rm(folder, { recursive: true }));

const load = async (text: string) => {
  await writeFile(join(folder, 'site.yaml'), text);
  return loadSite(join(folder, 'site.yaml'));
};

describe('the file of a site', () => {
  it('says where its pages are, of which kind, and how they are asked for', async () => {
    const { name, hosts, kindOf, reads, leastDelayMs, connections } = await load(site);
    expect({ name, hosts: [...hosts], reads: [...reads], leastDelayMs, connections }).toEqual({
      name: 'corner-rv',
      hosts: ['www.corner.example'],
      reads: ['listing'],
      leastDelayMs: 2_000,
      connections: 1,
    });
    const kinds = ['/rv/7', '/rv/7/photos', '/inventory?page=2', '/about'];
    expect(kinds.map((path) => kindOf(`https://www.corner.example${path}`))).toEqual([
      'listing',
      'other',
      'page',
      'other',
    ]);
  });

  it.each([
    [
      'a host as a URL',
      `${site}hosts: ['https://rv.example']\n`,
      /site\.yaml:6: hosts\.0: must be a host/,
    ],
    ['an alias of nothing', `${site}hosts: *gone\n`, /site\.yaml:\d: /],
    [
      'a key that is none',
      `${site}delay: 3\n`,
      /site\.yaml:6: delay: there is no such key; allowed: mapping, start/,
    ],
    [
      'an address that is none',
      site.replace('https://www', 'ftp://www'),
      /start\.0: must be an http/,
    ],
    ['a pattern that is none', site.replace('^/inventory', '('), /pages\.0: is not a regular/],
    ['no page to begin with', site.replace(/start.*/, ''), /start: names no page/],
    ['no pattern of listings', site.replace(/listings.*/, ''), /listings: /],
    ['too many connections', `${site}connections: 9\n`, /connections: /],
    ['a mapping that is not there', site.replace('./mapping', './other'), /there is no such file/],
    ['no YAML', 'start: [', /:1: is not YAML: the \[ is not closed with a \]/],
    ['a second file in it', `${site}---${site}`, /:6: is not YAML: a second mapping begins here/],
  ])('is refused for %s', async (_name, text, message) => {
    await expect(load(text)).rejects.toMatchObject({
      code: 'mapping_invalid',
      message: expect.stringMatching(message) as string,
    });
  });

  it('is refused where it is not there', async () => {
    const absent = join(folder, 'absent.site.yaml');
    await expect(loadSite(absent)).rejects.toThrow(`${absent}:1: there is no such file`);
    await expect(loadSite(tmpdir())).rejects.toThrow(`${tmpdir()}:1: is a folder, not a file`);
  });

  it('is refused where its mapping reads no pages, or dates them otherwise', async () => {
    await writeFile(join(folder, 'mapping.yaml'), mapping.replace('$option', 'seen'));
    await expect(load(site)).rejects.toThrow('must have `observedAt: $option`');
    await writeFile(
      join(folder, 'mapping.yaml'),
      mapping.replace('html', 'ndjson').replace('records: [Vehicle]', ''),
    );
    await expect(load(site)).rejects.toThrow('is of format ndjson');
  });

  it('of the guide is one', async () => {
    const guide = await readFile(join(import.meta.dirname, 'sites/README.md'), 'utf8');
    const example = /```yaml\n(.*?)```/s.exec(guide)?.[1] ?? '';
    const { kindOf } = await load(example.replace('mapping: corner-rv', 'mapping: ./mapping.yaml'));
    expect(kindOf('https://www.corner-rv.example/rv/2021-jayco-7')).toBe('listing');
    expect(kindOf('https://www.corner-rv.example/inventory?page=2')).toBe('page');
  });
});
