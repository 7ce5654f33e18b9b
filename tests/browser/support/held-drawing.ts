/** Longer than any screen waits for more to be typed; timers fire in the order of when they are due. */
export const afterEveryTimer = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, 400);
  });

/**
 * For a page to run before its own scripts: between `heldDrawing.hold()` and `heldDrawing.go()` the messages by which
 * React draws what is not urgent are kept back, as on a busy machine.
 */
export const HOLD_DRAWING = `
  const { postMessage } = MessagePort.prototype;
  const kept = [];
  let holding = false;
  MessagePort.prototype.postMessage = function (message) {
    const post = () => postMessage.call(this, message);
    if (holding) kept.push(post);
    else post();
  };
  globalThis.heldDrawing = {
    hold: () => { holding = true; },
    go: () => {
      holding = false;
      for (const post of kept.splice(0)) post();
    },
  };
`;
