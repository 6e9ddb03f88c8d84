/** A page that is hidden paints nothing: what waits for a paint runs after this time, in milliseconds. */
const longestWait = 200;

/** Runs a function after the next paint, or soon if there is none. Returns a function that cancels it. */
export function afterPicture(act: () => void): () => void {
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    timer = window.setTimeout(act);
  });
  let timer = window.setTimeout(() => {
    cancelAnimationFrame(frame);
    act();
  }, longestWait);
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
