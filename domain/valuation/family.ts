/**
 * The family of a model line: its make and the first word of its name. Imagine and Imagine XLS, or
 * Rockwood Mini Lite and Rockwood Ultra Lite, are priced alike, so a line that is new to the market
 * stands with its family before it stands with its make. `make/imagine-xls` → `make/imagine`.
 */
export function familyOf(lineId: string): string {
  const slash = lineId.indexOf('/');
  const dash = lineId.indexOf('-', slash + 1);
  return dash < 0 ? lineId : lineId.slice(0, dash);
}
