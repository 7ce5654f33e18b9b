import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { CatalogueError, type Catalogue } from './catalogue.ts';

export type VinEvidence = 'agrees' | 'disagrees' | 'silent';

const Entries = z.array(
  z.strictObject({
    makes: z.array(z.string()).min(1),
    wmis: z.array(z.string().regex(/^[A-Z0-9]{3}(\d{3})?$/)),
  }),
);

/**
 * What a VIN's world manufacturer identifier says of a make. Silent where the identifier is nobody's that builds
 * RVs: a motorhome's VIN names its chassis (Ford, Freightliner), which is no evidence against the brand.
 */
export function createVinEvidence(
  catalogue: Catalogue,
): (vin: string, makeId: string) => VinEvidence {
  const makesByWmi = new Map<string, readonly string[]>();
  for (const { makes, wmis } of readEntries()) {
    const unknown = makes.find((id) => catalogue.makeById(id) === undefined);
    if (unknown !== undefined)
      throw new CatalogueError(
        `wmi.yaml names the unknown make "${unknown}"; add it to makes.yaml.`,
      );
    for (const wmi of wmis) makesByWmi.set(wmi, [...(makesByWmi.get(wmi) ?? []), ...makes]);
  }
  return function vinEvidence(vin, makeId) {
    const makeIds = makesByWmi.get(wmiOf(vin));
    const make = catalogue.makeById(makeId);
    if (makeIds === undefined || make === undefined) return 'silent';
    const agrees = makeIds.some(
      (id) => id === makeId || catalogue.makeById(id)?.makerId === make.makerId,
    );
    return agrees ? 'agrees' : 'disagrees';
  };
}

/** Positions 1–3; where the third is 9, also 12–14 (49 CFR 565.15, makers of fewer than 1,000 vehicles a year). */
export function wmiOf(vin: string): string {
  return vin[2] === '9' ? vin.slice(0, 3) + vin.slice(11, 14) : vin.slice(0, 3);
}

function readEntries(): z.infer<typeof Entries> {
  return Entries.parse(
    parse(readFileSync(new URL('./data/wmi.yaml', import.meta.url), 'utf8'), {
      schema: 'failsafe',
    }),
  );
}
