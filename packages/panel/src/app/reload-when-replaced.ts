import { markUnloaded } from '../api/failure-kind.ts';

const key = 'retoma:replaced-at';
/** Where reloading does not help, the error shows. */
const againAfterMs = 60_000;

/**
 * A page that was open while the service was upgraded asks for files that the new release does not have. It is then loaded anew; what is
 * not saved is asked about first, as whenever a page is left. Where the service cannot be reached the page stays: there is none to load.
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
