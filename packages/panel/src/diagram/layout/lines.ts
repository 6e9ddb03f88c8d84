/** The kind of a line: the path of a run, an event, or the bracket of a step's own list. */
export type LineStyle = 'main' | 'event' | 'bracket';

const radius = 8;

/** A line as an SVG path, with its vertical extent. */
export type Stroke = { d: string; top: number; bottom: number };

/** A straight line down. */
export const straight = (x: number, from: number, to: number): Stroke => ({
  d: `M${x} ${from}V${to}`,
  top: from,
  bottom: to,
});

/** Down, sideways right below the start, and down again: from a condition into a branch. */
export function bendDown(x: number, y: number, toX: number, toY: number): Stroke {
  return bend(x, y, toX, toY, y + 15);
}

/** Down, sideways right above the end, and down again: from a branch back to the trunk. */
export function bendIn(x: number, y: number, toX: number, toY: number): Stroke {
  return bend(x, y, toX, toY, toY - 12);
}

/** Sideways, and down: from a message to an event handler. */
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
