const key = 'retoma:replaced-at';
/** Where reloading does not help, the error shows. */
const againAfterMs = 60_000;

/**
 * A page that was open while the service was upgraded asks for files that the new release does not have. It is then loaded anew; what is
 * not saved is asked about first, as whenever a page is left.
 */
export function reloadWhenReplaced(): void {
  window.addEventListener('vite:preloadError', () => {
    const last = Number(sessionStorage.getItem(key) ?? 0);
    if (Date.now() - last < againAfterMs) return;
    sessionStorage.setItem(key, String(Date.now()));
    window.location.reload();
  });
}
