/** So long after a tap another near its place, at most so many pixels away, is the second of a double tap. */
const DOUBLE_TAP_MS = 400;
const DOUBLE_TAP_PX = 24;
/** A mouse that clicks twice does not move between. */
const DOUBLE_CLICK_PX = 4;
const AROUND = [-DOUBLE_TAP_PX, 0, DOUBLE_TAP_PX];

/** A label is tapped for its field, a slider for whatever of it is moved (`data-pressed-as-one`). */
function meantAt(x: number, y: number): Element | null {
  const there = document.elementFromPoint(x, y);
  const pressed = there?.closest('a, button, summary, label, [data-pressed-as-one]') ?? there;
  return pressed instanceof HTMLLabelElement ? (pressed.control ?? pressed) : pressed;
}

/** Only of what is pressed: of a part of the page much may change by itself. */
const saidBy = (on: Element | null): string | undefined =>
  on?.matches('a, button, summary') ? on.textContent : undefined;

/** What is where a pointer goes down. */
const pressAt = ({ clientX: x, clientY: y }: MouseEvent) => {
  const on = meantAt(x, y);
  const around = new Set(AROUND.flatMap((dx) => AROUND.map((dy) => meantAt(x + dx, y + dy))));
  return { x, y, on, said: saidBy(on), around };
};

/**
 * The second tap of a double tap is meant for what the first was meant for. Where the first has put something else
 * under the finger, a row of a list that opened, a neighbour that moved up, the page below a menu, it does nothing.
 * Presses by a key always do.
 */
export function ignoreStraySecondTaps(): void {
  let down: ReturnType<typeof pressAt> | undefined;
  let first: (ReturnType<typeof pressAt> & { at: number }) | undefined;
  let isStray = false;
  let isByMouse = false;
  /** Whether it is the second, and something has come to where the first was or it is. */
  const strays = ({ timeStamp, clientX, clientY }: MouseEvent): boolean => {
    if (first === undefined || timeStamp - first.at >= DOUBLE_TAP_MS) return false;
    const apart = Math.hypot(clientX - first.x, clientY - first.y);
    if (apart >= (isByMouse ? DOUBLE_CLICK_PX : DOUBLE_TAP_PX)) return false;
    const now = meantAt(first.x, first.y);
    return (
      now !== first.on || saidBy(now) !== first.said || !first.around.has(meantAt(clientX, clientY))
    );
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
    isStray = strays(event);
    if (!isStray) down = pressAt(event);
  });
  hear('mousedown', (event) => {
    // A mouse says itself which click is the second; for fingers not every browser does.
    if (!isStray || !isByMouse || event.detail > 1) return;
    isStray = false;
    down = pressAt(event);
  });
  hear('click', ({ detail, timeStamp }) => {
    if (detail === 0) isStray = false;
    else if (!isStray && down !== undefined) first = { ...down, at: timeStamp };
  });
}
