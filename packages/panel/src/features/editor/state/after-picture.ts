/** Does something once the next picture is on the screen, and not before. Returns how to leave it. */
export function afterPicture(act: () => void): () => void {
  let timer: number | undefined;
  const frame = requestAnimationFrame(() => (timer = window.setTimeout(act)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
