import type { Snapshot } from '#schemas/snapshot.ts';
import type { Warehouse } from '#warehouse/client.ts';
import { MARKET_OF_FACTS } from '#warehouse/queries/build-market.ts';

/**
 * Which market the facts make now: the real one as soon as one real sighting exists, else the sample
 * where it is wanted.
 */
export async function marketKind(
  warehouse: Warehouse,
  sample: 'auto' | 'off',
): Promise<Snapshot['kind']> {
  const [facts] = await warehouse.batch.rows<{ real: 0 | 1; sample: 0 | 1 }>(MARKET_OF_FACTS);
  if (facts?.real) return 'real';
  return facts?.sample && sample === 'auto' ? 'sample' : 'empty';
}
