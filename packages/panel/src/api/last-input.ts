/** After this time without input a request counts as automatic, in milliseconds. */
const quietMs = 60_000;

let last = Date.now();
for (const kind of ['pointerdown', 'keydown', 'wheel', 'touchmove'])
  globalThis.addEventListener?.(kind, () => (last = Date.now()), { passive: true, capture: true });

/** AUT2: whether the page is unused. Requests of an unused page do not delay the lock of the session. */
export const isUnused = (): boolean => Date.now() - last > quietMs;
