/** So long after a tap another near its place, at most so many pixels away, is the second of a double tap. */
const DOUBLE_TAP_MS = 400;
const DOUBLE_TAP_PX = 24;
/** A mouse that clicks twice does not move between. */
const DOUBLE_CLICK_PX = 4;

/** A label is tapped for its field, a slider for whatever of it is moved (`data-pressed-as-one`). */
function meantBy(target: Element | null): Element | null {
  const pressed = target?.closest('a, button, summary, label, [data-pressed-as-one]') ?? target;
  return pressed instanceof HTMLLabelElement ? (pressed.control ?? pressed) : pressed;
}

/**
 * The second tap of a double tap is meant for what the first was meant for. Where the first has put something else
 * under the finger, a row of a list that opened, a neighbour that moved up, the page below a menu, it does nothing.
 * Presses by a key always do.
 */
export function ignoreStraySecondTaps(): void {
  let first: MouseEvent | undefined;
  /** What the first was meant for, and what it said then. By where it went down: what captures it gets the click. */
  let on: Element | null = null;
  let said: string | undefined;
  let isStray = false;
  let isByMouse = false;
  const note = ({ target }: Event) => {
    on = meantBy(target as Element);
    said = on?.textContent;
  };
  const isSecond = (tap: MouseEvent, { timeStamp, clientX, clientY }: MouseEvent): boolean =>
    tap.timeStamp - timeStamp < DOUBLE_TAP_MS &&
    Math.hypot(tap.clientX - clientX, tap.clientY - clientY) <
      (isByMouse ? DOUBLE_CLICK_PX : DOUBLE_TAP_PX);
  /** Whether something else has come to where the first was. */
  const hasChanged = ({ clientX, clientY }: MouseEvent): boolean => {
    const now = meantBy(document.elementFromPoint(clientX, clientY));
    return now !== on || now?.textContent !== said;
  };
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
    isByMouse = event.pointerType === 'mouse';
    isStray = first !== undefined && isSecond(event, first) && hasChanged(first);
    if (!isStray) note(event);
  });
  hear('mousedown', (event) => {
    // A mouse says itself which click is the second; for fingers not every browser does.
    if (!isStray || !isByMouse || event.detail > 1) return;
    isStray = false;
    note(event);
  });
  hear('click', (event) => {
    if (event.detail === 0) isStray = false;
    else if (!isStray) first = event;
  });
}
