import type { Names } from '#domain/valuation/evaluate.ts';
import { UNKNOWN_NAME } from '#domain/names/resolve.ts';

/**
 * Understands the names of the drawn market alone: makes `make-0`…, models `line0 2600BH`. Any other
 * model of a known make is a line nobody has seen.
 */
export const plainNames: Names = {
  resolve({ make = '', model = '' }) {
    if (!make.startsWith('make-')) return UNKNOWN_NAME;
    const [line = '', floorplan = ''] = model.split(' ');
    return {
      makerId: '',
      makeId: make,
      lineId: line === '' ? '' : `${make}/${line}`,
      lineName: line,
      floorplan,
      basis: line === '' ? 'make' : 'derived',
      types: [],
    };
  },
  resolveMake: () => null,
  suggest: () => ['make-0', 'make-1'],
};
