import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadCatalogue, type Line, type Make } from '../catalogue/catalogue.ts';
import { createNameResolver } from './resolve.ts';
import type { NameParts } from './resolved-name.ts';

/**
 * The law of names: one unit gets one set of ids, whichever way a source writes it. Valuation pools by these ids;
 * where the law fails, one line becomes two with half the data each.
 */
const catalogue = loadCatalogue();
const resolver = createNameResolver(catalogue);
const ids = (parts: NameParts) => {
  const { makerId, makeId, lineId, floorplan } = resolver.resolve(parts);
  return { makerId, makeId, lineId, floorplan };
};

const makeOf = (line: Line): Make => {
  const make = catalogue.makeById(line.makeId);
  if (make === undefined) throw new Error(line.id);
  return make;
};
const line = fc.constantFrom(...catalogue.lines);
const digits = fc.integer({ min: 16, max: 44 }).map(String);
const code = fc
  .tuple(
    digits,
    fc.constantFrom('', '0', '1', '7'),
    fc.constantFrom('BH', 'RLS', 'FKTS', 'RB', 'MKE', 'DBHK', 'TH'),
  )
  .map((parts) => parts.join(''));
const unit = fc.record({ line, code });
/** A line no catalogue has: words that are no make, no line and no noise. */
const unknownLine = fc.constantFrom(
  'Skyfarer',
  'Quillon Nova',
  'Brumale',
  'Zephyrine Lite',
  'Ostrava Grand',
);

describe('the law of names', () => {
  it('a catalogue line is found under its own make, with its code', () => {
    fc.assert(
      fc.property(unit, ({ line, code }) => {
        const make = makeOf(line);
        expect(ids({ make: make.name, model: line.name, floorplan: code })).toEqual({
          makerId: make.makerId,
          makeId: make.id,
          lineId: line.id,
          floorplan: code,
        });
      }),
      { numRuns: 1000 },
    );
  });

  it('which field holds which word does not matter, nor whether a title holds them all', () => {
    fc.assert(
      fc.property(unit, fc.integer({ min: 1990, max: 2027 }), ({ line, code }, year) => {
        const make = makeOf(line).name;
        const apart = ids({ make, model: line.name, floorplan: code });
        expect(ids({ make, model: `${line.name} ${code}` })).toEqual(apart);
        expect(ids({ model: `${make} ${line.name} ${code}` })).toEqual(apart);
        expect(ids({ title: `Used ${year} ${make} ${line.name} ${code}` })).toEqual(apart);
        expect(ids({ title: `${make} ${line.name} ${line.name} ${code}` })).toEqual(apart);
      }),
      { numRuns: 500 },
    );
  });

  it('case, hyphens and a URL slug do not matter', () => {
    fc.assert(
      fc.property(unit, ({ line, code }) => {
        const text = `${makeOf(line).name} ${line.name} ${code}`;
        const plain = ids({ title: text });
        expect(ids({ title: text.toUpperCase() })).toEqual(plain);
        expect(ids({ title: text.toLowerCase() })).toEqual(plain);
        expect(ids({ title: text.replaceAll(/ +/g, '-') })).toEqual(plain);
        expect(ids({ title: `  ${text.replaceAll(' ', '   ')} ` })).toEqual(plain);
      }),
      { numRuns: 500 },
    );
  });

  it('company words behind the make do not matter', () => {
    fc.assert(
      fc.property(
        unit,
        fc.constantFrom('RV', 'Inc.', 'RV, LLC', 'Industries'),
        ({ line, code }, company) => {
          const make = makeOf(line).name;
          expect(ids({ make: `${make} ${company}`, model: line.name, floorplan: code })).toEqual(
            ids({ make, model: line.name, floorplan: code }),
          );
        },
      ),
      { numRuns: 500 },
    );
  });

  it('an alias of a make or a line means what its name means', () => {
    fc.assert(
      fc.property(unit, fc.nat(), ({ line, code }, pick) => {
        const make = makeOf(line);
        const makeName = [make.name, ...make.aliases][pick % (make.aliases.length + 1)];
        const lineName = [line.name, ...line.aliases][pick % (line.aliases.length + 1)];
        expect(ids({ make: makeName, model: lineName, floorplan: code }).lineId).toBe(line.id);
      }),
      { numRuns: 1000 },
    );
  });

  it('a line that one make of a family owns is found under every make of the family', () => {
    fc.assert(
      fc.property(unit, fc.nat(), ({ line, code }, pick) => {
        const make = makeOf(line);
        const family = catalogue.family(make);
        const written = family[pick % family.length] ?? make;
        const spellings = [line.name, ...line.aliases].map((name) => name.toLowerCase());
        const others = family.filter((other) => other.id !== make.id);
        const rival = others.some((other) =>
          other.lines.some((its) =>
            spellings.some((name) => startsAlike(name, [its.name, ...its.aliases])),
          ),
        );
        fc.pre(
          !rival &&
            !catalogue.makes.some((other) =>
              spellings.some((name) => startsAlike(name, [other.name, ...other.aliases])),
            ),
        );
        expect(ids({ make: written.name, model: line.name, floorplan: code })).toEqual(
          ids({ make: make.name, model: line.name, floorplan: code }),
        );
      }),
      { numRuns: 1000 },
    );
  });

  it('what is resolved resolves to itself', () => {
    const written = fc.oneof(
      unit.map(({ line, code }) => [makeOf(line), line.name, code] as const),
      fc.tuple(fc.constantFrom(...catalogue.makes), unknownLine, code),
    );
    fc.assert(
      fc.property(written, ([make, model, floorplan]) => {
        const first = resolver.resolve({ make: make.name, model, floorplan });
        const makeName = catalogue.makeById(first.makeId)?.name ?? '';
        const again = resolver.resolve({
          title: `${makeName} ${first.lineName} ${first.floorplan}`,
        });
        expect(again).toEqual(first);
      }),
      { numRuns: 1000 },
    );
  });

  it('a line the catalogue does not have gets one id, however it is written', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...catalogue.makes),
        unknownLine,
        code,
        (make, model, floorplan) => {
          const apart = ids({ make: make.name, model, floorplan });
          expect(apart.lineId.startsWith(`${make.id}/`)).toBe(true);
          expect(
            ids({ make: make.name.toUpperCase(), model: `RV ${model.toUpperCase()} ${floorplan}` }),
          ).toEqual(apart);
          expect(ids({ title: `2020 ${make.name} ${model} ${model} ${floorplan}` })).toEqual(apart);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('a make written twice is written once', () => {
    const named = fc
      .tuple(fc.constantFrom(...catalogue.makes), fc.nat())
      .map(([make, pick]) => [make.name, ...make.aliases][pick % (make.aliases.length + 1)] ?? '');
    const front = fc.constantFrom('', 'New ', 'New 2022 ', 'Used 2014 ', '2014 ');
    fc.assert(
      fc.property(named, front, unknownLine, code, (make, front, model, floorplan) => {
        const once = ids({ make, model, floorplan });
        expect(ids({ make, model: `${make} ${model}`, floorplan })).toEqual(once);
        expect(ids({ make: `${make} ${make}`, model, floorplan })).toEqual(once);
        expect(ids({ make: `${make} RV`, model: `${make} ${model}`, floorplan })).toEqual(once);
        expect(ids({ title: `${front}${make} ${make} ${model} ${floorplan}` })).toEqual(once);
      }),
      { numRuns: 1000 },
    );
  });

  it('a space or a hyphen more or less makes no other line', () => {
    const makes = fc.constantFrom(...catalogue.makes);
    const unknownLine = fc.constantFrom('Skyfarer', 'Quillon Brume', 'Brumale', 'Ostrava Quay');
    const trim = fc.constantFrom('', ' Lite', ' Ultra Lite', ' Sport', ' XLS', ' Classic');
    const joints = fc.constantFrom(
      (text: string) => text,
      (text: string) => text.replaceAll(' ', '-'),
      (text: string) => text.replaceAll(' ', ''),
      (text: string) => text.replace(' ', '').toUpperCase(),
    );
    fc.assert(
      fc.property(makes, unknownLine, trim, code, joints, (make, line, trim, floorplan, joint) => {
        // Airstream Sport is a line: behind an unknown word it is read as that line.
        const words = [...trim.trim().split(' '), trim.replaceAll(' ', '')];
        fc.pre(
          !catalogue
            .family(make)
            .some((its) => words.some((word) => catalogue.lineByKey(its, word.toLowerCase()))),
        );
        const plain = ids({ make: make.name, model: line + trim, floorplan });
        expect(ids({ make: make.name, model: joint(line + trim), floorplan })).toEqual(plain);
        expect(ids({ title: `2020 ${make.name} ${joint(line + trim)} ${floorplan}` })).toEqual(
          plain,
        );
      }),
      { numRuns: 1000 },
    );
  });

  it('nor another series of a line, and a series stays in the family of its line', () => {
    const series = fc.constantFrom('XLS', 'Ultra Lite', 'Quillon', 'Quillon Lite', 'Sky Loft');
    const firstWord = (id: string) => /^[^/]+\/[^-]+/.exec(id)?.[0];
    fc.assert(
      fc.property(unit, series, ({ line, code }, series) => {
        const own = line.name.toLowerCase().split(/[ -]/);
        fc.pre(!own.some((word) => /^(?:lite|light|lyte|ultra)$/.test(word)));
        const make = makeOf(line).name;
        const plain = ids({ make, model: `${line.name} ${series}`, floorplan: code });
        for (const written of [series.replaceAll(' ', ''), series.replaceAll(' ', '-')])
          expect(ids({ make, model: `${line.name} ${written}`, floorplan: code })).toEqual(plain);
        const family = line.umbrella ? plain.lineId : line.id;
        expect(firstWord(plain.lineId)).toBe(firstWord(family));
      }),
      { numRuns: 1000 },
    );
  });

  it('no text makes it fail', () => {
    fc.assert(
      fc.property(
        fc.record({
          make: fc.string({ unit: 'binary' }),
          model: fc.string(),
          title: fc.string({ unit: 'grapheme' }),
        }),
        (parts) => {
          const name = resolver.resolve(parts);
          expect(name.lineId === '' || name.lineId.startsWith(`${name.makeId}/`)).toBe(true);
          expect(name.floorplan).toBe(name.floorplan.toUpperCase());
        },
      ),
    );
  });
});

/** Whether one name begins with the other, in words: then the longer one may be read as the shorter and a rest. */
function startsAlike(name: string, others: readonly string[]): boolean {
  return others.some((other) => {
    const lower = other.toLowerCase();
    return `${name} `.startsWith(`${lower} `) || `${lower} `.startsWith(`${name} `);
  });
}

// So long that what tries every way to divide a word ends in no test's time.
it.each(['xlt', 'lite ', 'forest river ', 'grand ', '1a '])('a cell full of %j is read', (text) => {
  const model = `Cougar ${text.repeat(100_000)}`;
  expect(resolver.resolve({ make: 'Keystone', model })).toMatchObject({ makeId: 'keystone' });
});
