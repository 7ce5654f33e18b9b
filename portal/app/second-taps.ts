/** So long after a tap another at its place, at most so many pixels away, is the second of a double tap. */
const DOUBLE_TAP_MS = 400;
const DOUBLE_TAP_PX = 24;

/** A label is tapped for its field, a slider for whatever of it is moved (`data-pressed-as-one`). */
function meantBy(tap: MouseEvent): Element {
  const target = tap.target as Element;
  const pressed = target.closest('a, button, summary, label, [data-pressed-as-one]');
  return (pressed instanceof HTMLLabelElement ? pressed.control : pressed) ?? target;
}

/**
 * The second tap of a double tap is meant for what the first was meant for. Where the first has put something else
 * under the finger, a row of a list that opened, a neighbour that moved up, the page below a menu, it does nothing.
 * Presses by a key always do.
 */
export function ignoreStraySecondTaps(): void {
  let first: MouseEvent | undefined;
  /** Where the pointer went down, and what it said then: what captures it is the target of all that follows. */
  let on: Element | undefined;
  let said: string | null = null;
  let isStray = false;
  let isByMouse = false;
  // Before anything of the page hears of it.
  const hear = (type: string, weigh: (event: PointerEvent) => void) =>
    addEventListener(
      type,
      (event) => {
        weigh(event as PointerEvent);
        if (!isStray) return;
        event.stopImmediatePropagation();
        // Of a pointer it would keep back whether it is the second click.
        if (type !== 'pointerdown') event.preventDefault();
      },
      { capture: true },
    );
  hear('pointerdown', (event) => {
    const now = meantBy(event);
    isByMouse = event.pointerType === 'mouse';
    isStray =
      first !== undefined &&
      event.timeStamp - first.timeStamp < DOUBLE_TAP_MS &&
      Math.hypot(event.clientX - first.clientX, event.clientY - first.clientY) < DOUBLE_TAP_PX &&
      (now !== on || now.textContent !== said);
    if (isStray) return;
    on = now;
    said = now.textContent;
  });
  hear('mousedown', (event) => {
    // A mouse says itself which click is the second; for fingers not every browser does.
    if (isByMouse && event.detail < 2) isStray = false;
  });
  hear('click', (event) => {
    if (event.detail === 0) isStray = false;
    else if (!isStray) first = event;
  });
}
