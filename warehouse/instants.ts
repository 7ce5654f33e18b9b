/** An ISO 8601 instant as ClickHouse reads and writes DateTime64(3, 'UTC'): `YYYY-MM-DD HH:MM:SS.mmm`. */
export function toWarehouseInstant(instant: Date | string): string {
  const iso = new Date(instant).toISOString();
  return iso.replace('T', ' ').replace('Z', '');
}

/** The other way: `2026-11-21 06:00:00.000` is `2026-11-21T06:00:00.000Z`. */
export function fromWarehouseInstant(text: string): string {
  return `${text.replace(' ', 'T')}Z`;
}
