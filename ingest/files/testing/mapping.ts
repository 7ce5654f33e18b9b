import { MappingError, parseMapping } from '../load-mapping.ts';

/** For tests: a mapping that nothing is wrong with, before it is spoilt. */
export const MAPPING = `source: corner-rv
format: csv
id: [Stock]
fields:
  title: Name
  price: [Sale Price, Price]
observedAt: Seen
`;

/** What its reader says is wrong with it, a line each. */
export function faultsOf(yaml: string, name?: string): string[] {
  try {
    parseMapping(yaml, 'corner-rv.yaml', name);
    return [];
  } catch (error) {
    if (error instanceof MappingError) return error.message.split('\n');
    throw error;
  }
}
