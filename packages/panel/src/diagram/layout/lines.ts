/** The kind of a line: the path of a run, an event, the implicit branch, or what belongs to a step. */
export type LineStyle = 'main' | 'event' | 'none' | 'bracket';

const radius = 8;

/** A line as SVG writes it, and how far down it reaches. */
export type Stroke = { d: string; top: number; bottom: number };

/** Straight down. */
export const straight = (x: number, from: number, to: number): Stroke => ({
  d: `M${x} ${from}V${to}`,
  top: from,
  bottom: to,
});

/** Down, aside right below the start, and down again: from a condition into a branch. */
export function bendDown(x: number, y: number, toX: number, toY: number): Stroke {
  return bend(x, y, toX, toY, y + 15);
}

/** Down, aside right above the end, and down again: from a branch back to the trunk. */
export function bendIn(x: number, y: number, toX: number, toY: number): Stroke {
  return bend(x, y, toX, toY, toY - 12);
}

/** Aside, and down: from a message to what waits for an event. */
export function bendOut(x: number, y: number, toX: number, toY: number): Stroke {
  return { d: `M${x} ${y}H${toX - radius}q${radius} 0 ${radius} ${radius}V${toY}`, top: y, bottom: toY };
}

function bend(x: number, y: number, toX: number, toY: number, at: number): Stroke {
  if (x === toX) return straight(x, y, toY);
  const side = toX > x ? 1 : -1;
  const turn = Math.min(radius, Math.abs(toX - x) / 2);
  const d = `M${x} ${y}V${at - turn}q0 ${turn} ${side * turn} ${turn}H${toX - side * turn}q${side * turn} 0 ${side * turn} ${turn}V${toY}`;
  return { d, top: y, bottom: toY };
}
