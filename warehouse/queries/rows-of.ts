import type { Warehouse } from '../client.ts';

/** A server takes no parameter of more than 128 KiB (http_max_field_value_size): so many ids are half of that. */
const IDS_AT_ONCE = 1_000;

/** The rows of these ids, or VINs, however many they are. */
export async function rowsOf<Row>(
  { batch }: Warehouse,
  sql: string,
  name: 'ids' | 'vins',
  values: readonly string[],
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let at = 0; at < values.length; at += IDS_AT_ONCE)
    rows.push(...(await batch.rows<Row>(sql, { [name]: values.slice(at, at + IDS_AT_ONCE) })));
  return rows;
}
