/** So long after a tap another at its place, at most so many pixels away, is the second of a double tap. */
const DOUBLE_TAP_MS = 400;
const DOUBLE_TAP_PX = 24;

/** What a tap is for, and what it said then. */
interface Meant {
  on: Node | null;
  said: string | null;
}

interface Tap extends Meant {
  at: number;
  x: number;
  y: number;
}

/** A label is tapped for its field, a slider for whatever of it is moved (`data-pressed-as-one`). */
function meantBy({ target }: Event): Meant {
  if (!(target instanceof Element)) return { on: null, said: null };
  const pressed = target.closest('a, button, summary, label, [data-pressed-as-one]');
  const on = (pressed instanceof HTMLLabelElement ? pressed.control : pressed) ?? target;
  return { on, said: on.textContent };
}

/**
 * The second tap of a double tap is meant for what the first was meant for. Where the first has put something else
 * under the finger, a row of a list that opened, a neighbour that moved up, the page below a menu, it does nothing.
 * Presses by a key always do.
 */
export function ignoreStraySecondTaps(): void {
  let first: Tap | null = null;
  // Where the pointer went down: what captures it is told of as the target of what follows.
  let down: Meant = { on: null, said: null };
  let isStray = false;
  let isByMouse = false;
  const strays = (event: MouseEvent): boolean => {
    if (first === null || event.timeStamp - first.at > DOUBLE_TAP_MS) return false;
    if (Math.hypot(event.clientX - first.x, event.clientY - first.y) > DOUBLE_TAP_PX) return false;
    const { on, said } = meantBy(event);
    return on !== first.on || said !== first.said;
  };
  // Before anything of the page hears of it.
  const hear = <Type extends 'pointerdown' | 'mousedown' | 'click'>(
    type: Type,
    listener: (event: WindowEventMap[Type]) => void,
  ) =>
    addEventListener(
      type,
      (event) => {
        listener(event);
        if (!isStray) return;
        event.stopImmediatePropagation();
        // Of a pointer it would keep back whether it is the second click.
        if (type !== 'pointerdown') event.preventDefault();
      },
      { capture: true },
    );
  hear('pointerdown', (event) => {
    down = meantBy(event);
    isByMouse = event.pointerType === 'mouse';
    isStray = strays(event);
  });
  hear('mousedown', (event) => {
    // A mouse says itself which click is the second; for fingers not every browser does.
    if (isByMouse) isStray = event.detail > 1 && strays(event);
  });
  hear('click', (event) => {
    if (event.detail === 0) isStray = false;
    else if (!isStray) first = { ...down, at: event.timeStamp, x: event.clientX, y: event.clientY };
  });
}
