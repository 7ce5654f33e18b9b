import { type MouseEvent, useRef } from 'react';

/** So long after a tap another at its place, at most so many pixels away, is the second of a double tap. */
const DOUBLE_TAP_MS = 400;
const DOUBLE_TAP_PX = 24;

/**
 * For buttons that another takes the place of when they are pressed: the second tap of a double tap is not meant for
 * what has moved under the finger, and does nothing. Presses by a key always do.
 */
export function useFirstTap() {
  const before = useRef({ timeStamp: -Infinity, clientX: 0, clientY: 0 });
  return (tap: MouseEvent, act: () => void) => {
    const { timeStamp, clientX, clientY } = before.current;
    const isSecond =
      tap.detail > 0 &&
      tap.timeStamp - timeStamp < DOUBLE_TAP_MS &&
      Math.hypot(tap.clientX - clientX, tap.clientY - clientY) < DOUBLE_TAP_PX;
    if (isSecond) return;
    before.current = tap;
    act();
  };
}
