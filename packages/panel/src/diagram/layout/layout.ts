import type { Placement } from '@retoma/flow';
import type { Locale } from '../../ui/locale.tsx';
import type { Outline, OutlineList, OutlineStep } from './flow-tree.ts';
import { bendDown, bendIn, bendOut, straight, type LineStyle, type Stroke } from './lines.ts';
import { measureTrunk, sizes, type ListBox, type StepBox } from './measure.ts';

// Deterministic and O(n). The trigger is at (0, 0): adding a step never moves anything above it.

/** A card: the trigger, or a step. Coordinates are those of its upper left corner. */
export type CardBox = { id: string; step?: OutlineStep; x: number; y: number; width: number; height: number };

/** A line; `into`: the id of the step or list that it leads to. */
export type Line = Stroke & { style: LineStyle; into: string };

/** The pill (label) of a list; coordinates are those of its centre. `hidden`: the number of folded steps. */
export type Pill = { list: OutlineList; x: number; y: number; height: number; hidden?: number };

/** A slot for a new step; coordinates are those of its centre. `after`: the step before it, absent for the first slot of a list. */
export type Plus = {
  id: string;
  slot: Placement;
  list: OutlineList;
  after?: OutlineStep;
  before?: OutlineStep;
  x: number;
  y: number;
};

/** A flow with coordinates. `left` and `right`: its extent from the middle of the trigger. */
export type Layout = {
  cards: CardBox[];
  frames: CardBox[];
  lines: Line[];
  pills: Pill[];
  pluses: Plus[];
  left: number;
  right: number;
  height: number;
};

/** Computes the layout of an outline. A list in `folded` shows only its number of steps. The texts of `locale` decide sizes. */
export function layoutOf({ trunk }: Outline, folded: ReadonlySet<string>, locale: Locale): Layout {
  const { width, trigger, gap } = sizes;
  const box = measureTrunk(trunk, { folded, locale });
  const layout: Layout = {
    cards: [],
    frames: [],
    lines: [],
    pills: [],
    pluses: [],
    ...box,
    height: trigger + gap + box.height,
  };
  layout.cards.push({ id: 'trigger-0', x: -width / 2, y: 0, width, height: trigger });
  const first = trunk.steps[0];
  layout.lines.push({ ...straight(0, trigger, trigger + gap), style: 'main', into: first?.id ?? trunk.id });
  addPlus(layout, trunk, undefined, first, 0, trigger + gap / 2);
  if (first) placeSteps(layout, box, 0, trigger + gap);
  return layout;
}

function addPlus(
  layout: Layout,
  list: OutlineList,
  after: OutlineStep | undefined,
  before: OutlineStep | undefined,
  x: number,
  y: number,
): void {
  const slot = after ? after.step.id !== undefined && { afterNodeId: after.step.id } : list.slot;
  if (!slot || after?.step.type === 'end') return;
  const id = `${list.id}+${after?.id ?? ''}`;
  layout.pluses.push({ id, slot, list, x, y, ...(after && { after }), ...(before && { before }) });
}

/** Places the steps of a list from a point on, and the line to the slot after the last step. */
function placeSteps(layout: Layout, { list, steps, tail, height }: ListBox, x: number, y: number): void {
  for (const [index, { box, offset }] of steps.entries()) {
    placeStep(layout, box, x, y + offset);
    const bottom = y + offset + box.height;
    const next = steps[index + 1];
    if (!next) break;
    layout.lines.push({ ...straight(x, bottom, y + next.offset), style: 'main', into: next.box.step.id });
    addPlus(layout, list, box.step, next.box.step, x, (bottom + y + next.offset) / 2);
  }
  if (tail === 0) return;
  const end = y + height;
  layout.lines.push({
    ...straight(x, end - tail, list.kind === 'handler' || list.kind === 'main' ? end - tail / 2 : end),
    style: 'main',
    into: list.id,
  });
  addPlus(layout, list, steps.at(-1)?.box.step, undefined, x, end - tail / 2);
}

const nextOf = ({ list, index }: OutlineStep): OutlineStep | undefined => list.steps[index + 1];

function placeStep(layout: Layout, box: StepBox, x: number, y: number): void {
  const { step, card } = box;
  const { width } = card;
  if (box.inside) {
    layout.frames.push({ id: step.id, step, x: x - box.left, y, width: box.left + box.right, height: box.height });
    placeSteps(layout, box.inside, x, y + card.height + sizes.pad);
    layout.lines.push({
      ...straight(x, y + card.height, y + card.height + sizes.pad),
      style: 'main',
      into: box.inside.list.steps[0]?.id ?? box.inside.list.id,
    });
    return;
  }
  layout.cards.push({ id: step.id, step, x: x - width / 2, y, width, height: card.height });
  const bottom = y + card.height;
  if (box.lanes) placeLanes(layout, box, x, y);
  if (box.next) placeNext(layout, box.next, x, bottom);
  if (box.handlers) placeHandlers(layout, box, x, y);
  const drawn = bottom + (box.next ? sizes.gap + box.next.height : 0);
  if (!box.lanes && drawn < y + box.height)
    layout.lines.push({ ...straight(x, drawn, y + box.height), style: 'main', into: nextOf(step)?.id ?? step.list.id });
}

/** Places the list that runs right after its owner, in the same column, marked by a bracket. */
function placeNext(layout: Layout, next: ListBox, x: number, y: number): void {
  const top = y + sizes.gap;
  layout.lines.push({ ...straight(x, y, top), style: 'main', into: next.list.steps[0]?.id ?? next.list.id });
  if (next.steps.length > 0) addPlus(layout, next.list, undefined, next.list.steps[0], x, y + sizes.gap / 2);
  placeSteps(layout, next, x, top);
  const side = x - next.left - sizes.bracket;
  layout.lines.push({
    d: `M${side + 8} ${y + 6}H${side}V${top + next.height - 6}H${side + 8}`,
    top: y,
    bottom: top + next.height,
    style: 'bracket',
    into: next.list.id,
  });
}

function addPill(layout: Layout, { list, pill, hidden }: ListBox, x: number, y: number): void {
  layout.pills.push({ list, x, y, height: pill, ...(hidden > 0 && { hidden }) });
}

/** Places the lanes of a condition, the first one straight below it. */
function placeLanes(layout: Layout, box: StepBox, x: number, y: number): void {
  const top = y + box.card.height;
  const laneTop = top + box.laneHead;
  const merge = y + box.height;
  const lanes = box.lanes!;
  let axis = x;
  for (const [index, lane] of lanes.entries()) {
    const before = lanes[index - 1];
    if (before) axis += before.right + sizes.laneGap + lane.left;
    const into = lane.list.steps[0]?.id ?? lane.list.id;
    layout.lines.push({ ...bendDown(x, top, axis, laneTop), style: 'main', into });
    addPill(layout, lane, axis, top + sizes.laneTop + lane.pill / 2);
    if (lane.steps.length > 0) {
      // Pills of one condition can differ in height: the slot is in the middle of what is left.
      const below = top + sizes.laneTop + lane.pill;
      addPlus(layout, lane.list, undefined, lane.list.steps[0], axis, (below + laneTop) / 2);
    }
    placeSteps(layout, lane, axis, laneTop);
    if (!lane.ends)
      layout.lines.push({ ...bendIn(axis, laneTop + lane.height, x, merge), style: 'main', into: lane.list.id });
  }
}

/** Places the event handlers to the right. The nearest line starts lowest, so that no line crosses a pill. */
function placeHandlers(layout: Layout, box: StepBox, x: number, y: number): void {
  const handlers = box.handlers!;
  const { handlerHead, handlerGap, handlerPill, handlerStep } = sizes;
  let at = x + box.beside;
  for (const [index, lane] of handlers.entries()) {
    const axis = at + handlerGap + lane.left;
    const from = y + handlerPill + (handlers.length - 1 - index) * handlerStep;
    const top = y + handlerHead + (handlers.length - 1) * handlerStep;
    layout.lines.push({
      ...bendOut(x + box.card.width / 2, from, axis, top),
      style: 'event',
      into: lane.list.steps[0]?.id ?? lane.list.id,
    });
    addPill(layout, lane, axis, from);
    if (lane.steps.length > 0) addPlus(layout, lane.list, undefined, lane.list.steps[0], axis, top - sizes.gap / 2);
    placeSteps(layout, lane, axis, top);
    at = axis + lane.right;
  }
}
