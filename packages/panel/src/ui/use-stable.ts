import { useLayoutEffect, useRef, useState } from 'react';

/** A callback that is the same function at each drawing and calls the latest one: who is given it is not drawn again for it. */
export function useStable<Args extends unknown[]>(callback: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(callback);
  useLayoutEffect(() => {
    latest.current = callback;
  });
  const [stable] = useState(
    () =>
      (...args: Args): void =>
        latest.current(...args),
  );
  return stable;
}
