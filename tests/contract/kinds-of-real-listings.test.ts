import { parse } from 'csv-parse/sync';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '#domain/catalogue/catalogue.ts';
import { createNameResolver } from '#domain/names/resolve.ts';
import type { NameParts } from '#domain/names/resolved-name.ts';
import { kindOfAddress } from '#pipelines/normalise/words/address-types.ts';
import { typeFromField } from '#pipelines/normalise/words/rv-types.ts';
import { sharedData } from '../support/shared-data.ts';

/** What the catalogue and the normaliser claim of kinds, held against listings that state theirs. */
const real = sharedData('real');
const catalogue = loadCatalogue();
const resolver = createNameResolver(catalogue);

interface Listing {
  dealer: string;
  parts: NameParts;
  type: string;
  url: string;
}

const csv = (file: string): Record<string, string>[] =>
  parse(readFileSync(`${real}/${file}`), { columns: true, bom: true, relax_column_count: true });
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const chain = (): Listing[] =>
  ['rv_new_20250528', 'rv_used_20250528']
    .flatMap((file) => csv(`bluecompass/${file}.csv`))
    .map((row) => ({
      dealer: 'chain',
      parts: { title: /product\/(.*)/.exec(row['URL'] ?? '')?.[1]?.replaceAll('-', ' ') },
      type: row['RV Type'] ?? '',
      url: row['URL'] ?? '',
    }));

const northwest = (): Listing[] =>
  csv('matchrv/listings.csv').map((row) => ({
    dealer: row['dealer_slug'] ?? '',
    parts: {
      make: row['make'],
      model: row['model'],
      floorplan: row['floorplan'],
      title: row['title'],
    },
    type: row['unit_type'] ?? '',
    url: row['listing_url'] ?? '',
  }));

const pages = (): Listing[] =>
  readdirSync(`${real}/matchrv/dealer-json`)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file): Record<string, unknown>[] =>
      Object.values(JSON.parse(readFileSync(`${real}/matchrv/dealer-json/${file}`, 'utf8'))),
    )
    .map((row) => ({
      dealer: text(row['dealer_domain']),
      parts: {
        make: text(row['make']),
        model: text(row['model']),
        floorplan: text(row['trim']),
        title: text(row['title']),
      },
      type: text(row['rv_type']),
      url: '',
    }));

describe.skipIf(real === undefined)(
  'kinds of real listings (skipped without the shared data)',
  () => {
    it('the end of an address never contradicts the type field', () => {
      const stated = chain().map(({ type, url }) => ({
        type: typeFromField(type.toLowerCase()).type || 'not-an-rv',
        address: kindOfAddress(url),
      }));
      expect(stated.length).toBe(9_797);
      expect(stated.filter(({ type, address }) => type !== address)).toEqual([]);
    });

    it('a line that dealers are cited for has the one kind they state', () => {
      const counts = new Map<string, { kinds: string[]; dealers: Set<string> }>();
      for (const { dealer, parts, type, url } of [...chain(), ...northwest(), ...pages()]) {
        const kind = typeFromField(type.toLowerCase()).type || kindOfAddress(url);
        if (kind === '' || kind === 'not-an-rv') continue;
        const { lineId } = resolver.resolve(parts);
        const count = counts.get(lineId) ?? { kinds: [], dealers: new Set() };
        count.kinds.push(kind);
        count.dealers.add(dealer);
        counts.set(lineId, count);
      }
      const cited = catalogue.lines.filter(
        ({ source, types }) => source === 'dealer-kinds' && types.length === 1,
      );
      expect(cited.length).toBeGreaterThan(20);
      const unfounded = cited.flatMap(({ id, types }) => {
        const { kinds = [], dealers = new Set() } = counts.get(id) ?? {};
        const share = kinds.filter((kind) => kind === types[0]).length / kinds.length;
        const isFounded = kinds.length >= 8 && dealers.size >= 2 && share >= 0.97;
        return isFounded ? [] : [{ id, listings: kinds.length, dealers: dealers.size, share }];
      });
      expect(unfounded).toEqual([]);
    });
  },
);
