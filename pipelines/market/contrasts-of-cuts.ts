import { ALL, type Contrast } from '#schemas/market-facts.ts';
import { RV_TYPE_IDS, type RvTypeId } from '#schemas/vocabulary.ts';
import type { DealerCutsRow, FallenRow } from '#warehouse/queries/market-dealers.ts';
import { spreadOfClusters, type Stratum } from './spread-of-clusters.ts';

/** Standard error of a median over that of a mean of normals. */
const MEDIAN_COST = 1.2533;
/** Falls are counted to the thousandth: a median is no surer. */
const FALLEN_ERROR = 0.0005;

/**
 * How often prices of a type are cut, and by how much they come down, beside the other types at the same
 * sources, each source by how much it shows of the type. How many cuts are seen depends on how often and
 * how long a source was looked at: types of different sources cannot be compared as they are. A source
 * that shows no other type says nothing.
 */
export function contrastsOfCuts(
  rows: readonly DealerCutsRow[],
  falls: readonly FallenRow[],
): Contrast[] {
  return RV_TYPE_IDS.flatMap((type) => {
    const group = { type, region: ALL } as const;
    const often = compared(rows, type, ({ units: n, withCut: sum }) => ({ n, sum }));
    const far = compared(rows, type, ({ cameDown: n, fallen: sum }) => ({ n, sum }));
    return [
      ...(often === undefined ? [] : [{ measure: 'cuts', ...group, ...often.shares() } as const]),
      ...(far === undefined ? [] : [{ measure: 'cut-depth', ...group, ...far.medians(falls) } as const]),
    ]; // prettier-ignore
  });
}

type Told = Pick<Contrast, 'own' | 'others' | 'error' | 'clusters'>;

interface Compared {
  shares: () => Told;
  medians: (falls: readonly FallenRow[]) => Told;
}

/** A type and the others at each source that shows both; undefined where none does. */
function compared(
  rows: readonly DealerCutsRow[],
  type: RvTypeId,
  measured: (row: DealerCutsRow) => { n: number; sum: number },
): Compared | undefined {
  const bySource = [...Map.groupBy(rows, ({ source }) => source)]
    .map(([source, all]) => {
      const of = (isOwn: boolean) =>
        all
          .filter((row) => (row.type === type) === isOwn)
          .map((row) => ({ cluster: row.dealer, ...measured(row) }))
          .filter(({ n }) => n > 0);
      return { source, own: of(true), others: of(false) };
    })
    .filter(({ own, others }) => own.length > 0 && others.length > 0);
  const whole = totalN(bySource.flatMap(({ own }) => own));
  if (whole === 0) return undefined;
  const strata = bySource.map((one) => ({ ...one, weight: totalN(one.own) / whole }));
  const n = { own: whole, others: totalN(strata.flatMap(({ others }) => others)) };
  const spread = spreadOfClusters(strata);
  return {
    shares() {
      const alone = { own: 0, others: 0 };
      const value = { own: 0, others: 0 };
      for (const stratum of strata)
        for (const side of ['own', 'others'] as const) {
          const units = totalN(stratum[side]);
          const part = stratum[side].reduce((sum, row) => sum + row.sum, 0);
          // Never quite 0 or 1.
          const near = (part + 0.5) / (units + 1);
          value[side] += (stratum.weight * part) / units;
          alone[side] += (stratum.weight ** 2 * near * (1 - near)) / units;
        }
      return told(value, n, spread, { own: Math.sqrt(alone.own), others: Math.sqrt(alone.others) });
    },
    medians(falls) {
      const weightOf = new Map(strata.map(({ source, weight }) => [source, weight]));
      const side = (isOwn: boolean) => {
        const of = falls.filter((row) => (row.type === type) === isOwn && weightOf.has(row.source));
        const perSource = Map.groupBy(of, ({ source }) => source);
        return weightedMedian(
          [...perSource].flatMap(([source, all]) => {
            const units = all.reduce((sum, row) => sum + row.units, 0);
            return all.map((row) => ({
              value: row.fallen,
              weight: ((weightOf.get(source) ?? 0) * row.units) / units,
            }));
          }),
        );
      };
      const [own, others] = [side(true), side(false)];
      const widened = {
        own: MEDIAN_COST * spread.own,
        others: MEDIAN_COST * spread.others,
        difference: MEDIAN_COST * spread.difference,
        clusters: spread.clusters,
      };
      const alone = (of: { value: number; spread: number }, units: number) =>
        Math.hypot(FALLEN_ERROR, (MEDIAN_COST * of.spread) / Math.sqrt(units));
      return told({ own: own.value, others: others.value }, n, widened, {
        own: alone(own, n.own),
        others: alone(others, n.others),
      });
    },
  };
}

type Sides = Record<'own' | 'others', number>;

/** `alone`: errors if each unit stood for itself, which no figure is surer than. */
function told(
  value: Sides,
  n: Sides,
  spread: Sides & { difference: number; clusters: number },
  alone: Sides,
): Told {
  const side = (of: 'own' | 'others') => ({
    value: value[of],
    n: n[of],
    error: Math.max(spread[of], alone[of]),
  });
  return {
    own: side('own'),
    others: side('others'),
    error: Math.max(spread.difference, Math.hypot(alone.own, alone.others)),
    clusters: spread.clusters,
  };
}

const totalN = (rows: Stratum['own']): number => rows.reduce((sum, { n }) => sum + n, 0);

/** With the standard deviation around it. */
function weightedMedian(parts: readonly { value: number; weight: number }[]): {
  value: number;
  spread: number;
} {
  const whole = parts.reduce((sum, { weight }) => sum + weight, 0);
  let below = 0;
  const middle = parts
    .toSorted((a, b) => a.value - b.value)
    .find(({ weight }) => (below += weight) >= whole / 2);
  const value = middle?.value ?? 0;
  const square = parts.reduce((sum, part) => sum + part.weight * (part.value - value) ** 2, 0);
  return { value, spread: Math.sqrt(square / whole) };
}
