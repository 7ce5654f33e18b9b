/** `--scale` of the bench: the share of the full size that is measured, 1 unless asked for less. */
const SCALE = Number(process.env['BENCH_SCALE'] ?? 1);

/** So many at full size. */
export const scaled = (full: number): number => Math.max(1, Math.round(full * SCALE));

/** The bench run's own folder, removed at its end. */
export function benchFolder(): string {
  const folder = process.env['BENCH_FOLDER'];
  if (folder === undefined) throw new Error('run the measures through npm run bench');
  return folder;
}
