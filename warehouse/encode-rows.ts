const CHUNK = 256;

/**
 * A pair of UTF-16 cut in half, as JSON may hold it and as a text cut to a length may end, is no
 * character: the engine refuses the whole insert for it. It is stored as the replacement character.
 */
const wellFormed = (value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed() : value;

/**
 * Rows as lines of `JSONCompactEachRow`, a few hundred rows to a chunk, giving the event loop a turn
 * after each chunk: a batch of thousands of rows must not hold up a request.
 */
export async function encodeRows<Row extends object>(
  rows: readonly Row[],
  columns: readonly (keyof Row & string)[],
): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for (let start = 0; start < rows.length; start += CHUNK) {
    let text = '';
    for (const row of rows.slice(start, start + CHUNK))
      text += `${JSON.stringify(columns.map((column) => wellFormed(row[column])))}\n`;
    chunks.push(Buffer.from(text));
    if (start + CHUNK < rows.length) await new Promise(setImmediate);
  }
  return chunks;
}
