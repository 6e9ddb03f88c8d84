import type { Locale } from '../../ui/locale.tsx';
import { countIn, type OutlineList, type OutlineStep } from './flow-tree.ts';
import { pillHeight, pillHeights } from './pill-size.ts';

/** The sizes of cards and gaps in pixels; nothing is measured in the browser. */
export const sizes = {
  width: 320,
  trigger: 64,
  delay: 64,
  message: 120,
  condition: 64,
  end: 40,
  endWidth: 104,
  frameHead: 64,
  gap: 48,
  laneGap: 32,
  laneTop: 32,
  laneFoot: 24,
  otherwise: 104,
  pad: 24,
  bracket: 12,
  handlerPill: 28,
  handlerHead: 28 + pillHeights.other / 2 + 48,
  handlerGap: 48,
  handlerStep: 36,
} as const;

/** A list with its extent to both sides of its axis. `ends`: no step follows it. `hidden`: number of folded steps. */
export type ListBox = {
  list: OutlineList;
  left: number;
  right: number;
  height: number;
  steps: { box: StepBox; offset: number }[];
  /** The height of the list's pill. */
  pill: number;
  /** The height of the line to the slot below the last step. */
  tail: number;
  ends: boolean;
  hidden: number;
};

/** A step with the lists that belong to it. `beside`: the distance from its axis to its handlers. `laneHead`: that to its lanes' steps. */
export type StepBox = {
  step: OutlineStep;
  card: { width: number; height: number };
  left: number;
  right: number;
  height: number;
  beside: number;
  laneHead: number;
  next?: ListBox;
  lanes?: ListBox[];
  handlers?: ListBox[];
  inside?: ListBox;
};

const half = sizes.width / 2;

/** What sizes depend on besides the flow. */
type Look = { folded: ReadonlySet<string>; locale: Locale };

/** Measures the trunk, which cannot be folded. */
export const measureTrunk = (trunk: OutlineList, look: Look): ListBox => measureList(trunk, look);

/** The extent of a list. */
function measureList(list: OutlineList, look: Look): ListBox {
  const empty = { list, steps: [], tail: 0, ends: false, hidden: 0, pill: pillHeight(list, look.locale) };
  if (look.folded.has(list.id))
    return { ...empty, left: half, right: half, height: 0, hidden: countIn(list), ends: endsIn(list) };
  const side = list.kind === 'none' ? sizes.otherwise : half;
  const box: ListBox = { ...empty, left: side, right: side, height: 0, ends: endsIn(list) };
  for (const step of list.steps) {
    const one = measureStep(step, look);
    if (box.steps.length > 0) box.height += sizes.gap;
    box.steps.push({ box: one, offset: box.height });
    box.left = Math.max(box.left, one.left);
    box.right = Math.max(box.right, one.right);
    box.height += one.height;
  }
  // The first slot of the trunk is below the trigger: an empty trunk needs no other.
  const needsTail = !box.ends && !(list.kind === 'main' && list.steps.length === 0);
  if (needsTail) box.tail = sizes.gap;
  box.height += box.tail;
  return box;
}

const endsIn = (list: OutlineList): boolean => list.steps.at(-1)?.step.type === 'end';

function measureStep(step: OutlineStep, look: Look): StepBox {
  const card = cardSize(step);
  const box: StepBox = { step, card, left: half, right: half, height: card.height, beside: half, laneHead: 0 };
  const lists = step.lists.map((list) => measureList(list, look));
  const of = (...kinds: OutlineList['kind'][]): ListBox[] => lists.filter(({ list }) => kinds.includes(list.kind));
  const lanes = of('branch', 'none');
  const [next] = of('next');
  const [inside] = of('repeated');
  const handlers = of('handler');
  if (inside) return measureFrame(box, inside);
  if (lanes.length > 0) addLanes(box, lanes);
  if (next) addNext(box, next);
  if (handlers.length > 0) addHandlers(box, handlers);
  return box;
}

function cardSize({ step }: OutlineStep): { width: number; height: number } {
  const { width } = sizes;
  if (step.type === 'end') return { width: sizes.endWidth, height: sizes.end };
  if (step.type === 'action') return { width, height: sizes.message };
  if (step.type === 'retry' || step.type === 'loop') return { width, height: sizes.frameHead };
  return { width, height: sizes[step.type] };
}

function measureFrame(box: StepBox, inside: ListBox): StepBox {
  const left = inside.left + sizes.pad;
  const right = inside.right + sizes.pad;
  return { ...box, inside, left, right, height: box.card.height + sizes.pad + inside.height + sizes.pad / 2 };
}

/** The first lane stays below its condition, so that the way of most people never drifts; the others are on its right. */
function addLanes(box: StepBox, lanes: ListBox[]): void {
  const [first, ...others] = lanes as [ListBox, ...ListBox[]];
  const tallest = Math.max(...lanes.map(({ height }) => height));
  box.lanes = lanes;
  box.left = Math.max(box.left, first.left);
  const right = others.reduce((sum, { left, right }) => sum + sizes.laneGap + left + right, first.right);
  box.right = Math.max(box.right, right);
  box.laneHead = sizes.laneTop + Math.max(...lanes.map(({ pill }) => pill)) + sizes.gap;
  box.height += box.laneHead + tallest + sizes.laneFoot;
}

function addNext(box: StepBox, next: ListBox): void {
  box.next = next;
  box.left = Math.max(box.left, next.left + sizes.bracket);
  box.right = Math.max(box.right, next.right);
  box.beside = Math.max(half, next.right);
  box.height += sizes.gap + next.height;
}

function addHandlers(box: StepBox, handlers: ListBox[]): void {
  box.handlers = handlers;
  box.right = handlers.reduce((sum, { left, right }) => sum + sizes.handlerGap + left + right, box.beside);
  const head = sizes.handlerHead + (handlers.length - 1) * sizes.handlerStep;
  box.height = Math.max(box.height, head + Math.max(...handlers.map(({ height }) => height)));
}
