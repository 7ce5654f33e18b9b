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

/**
 * The line a name stands under in the model. Where a make has no line names its codes name the models,
 * `lance` and `2285`: the code then is the line, `lance/2285`. '' where neither is known.
 */
export function modelLine(name: { makeId: string; lineId: string; floorplan: string }): string {
  if (name.lineId !== '' || name.makeId === '' || name.floorplan === '') return name.lineId;
  return `${name.makeId}/${name.floorplan.toLowerCase()}`;
}
