/** The server's time: the page's timestamp plus the time since it was loaded. The device's clock may be wrong. */
let clock = { server: 0, local: 0 };
let timers: number[] = [];

/** Starts the clock at the page's timestamp. */
export function startClock(main: HTMLElement): void {
  clock = { server: Number(main.dataset['now'] ?? Date.now()), local: performance.now() };
}

/** The server's time, milliseconds since 1970. */
export const now = (): number => clock.server + (performance.now() - clock.local);

/** Runs `action` after `ms`, unless the page's content is replaced before. */
export const later = (action: () => void, ms: number): void =>
  void timers.push(window.setTimeout(action, Math.min(ms, 2 ** 31 - 1)));

/** Cancels what `later` has scheduled. */
export function clearTimers(): void {
  timers.forEach((timer) => clearTimeout(timer));
  timers = [];
}
