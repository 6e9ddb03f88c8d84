const epoch = Date.parse('2026-11-01T00:00:00Z');

/** The fast clock that all processes of the benchmark share: real time since November 2026, multiplied by `scale`. */
export const scaledNow = (scale: number): number => epoch + (Date.now() - epoch) * scale;
