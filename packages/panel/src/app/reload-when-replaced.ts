import { markUnloaded } from '../api/failure-kind.ts';

const key = 'retoma:replaced-at';
/** The minimum time between two reloads. A failure within it is shown, because reloading did not help. */
const againAfterMs = 60_000;

/**
 * Reloads a page that was open while the service was upgraded, when a file of the old release is missing. The browser first asks about
 * unsaved changes. If the service is unreachable, the page stays: it could not be loaded again.
 */
export function reloadWhenReplaced(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    markUnloaded(payload);
    void reloadOnce();
  });
}

async function reloadOnce(): Promise<void> {
  const last = Number(sessionStorage.getItem(key) ?? 0);
  if (Date.now() - last < againAfterMs || !(await isReached())) return;
  sessionStorage.setItem(key, String(Date.now()));
  window.location.reload();
}

const isReached = (): Promise<boolean> =>
  fetch(window.location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
