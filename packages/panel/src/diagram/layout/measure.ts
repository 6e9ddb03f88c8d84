import { countIn, type OutlineList, type OutlineStep } from './flow-tree.ts';

/** The sizes of cards and gaps in pixels; nothing is measured in the browser. */
export const sizes = {
  width: 248,
  trigger: 60,
  delay: 48,
  message: 86,
  condition: 60,
  end: 36,
  endWidth: 96,
  frameHead: 48,
  gap: 44,
  laneGap: 28,
  laneHead: 92,
  laneFoot: 28,
  pad: 22,
  bracket: 12,
  handlerHead: 78,
  handlerGap: 46,
  handlerStep: 20,
} as const;

/** A list with its extent to both sides of its axis. `ends`: no step follows it. `hidden`: number of folded steps. */
export type ListBox = {
  list: OutlineList;
  left: number;
  right: number;
  height: number;
  steps: { box: StepBox; offset: number }[];
  /** The height of the line to the slot below the last step. */
  tail: number;
  ends: boolean;
  hidden: number;
};

/** A step with the lists that belong to it. `beside`: the distance from its axis to its handlers. */
export type StepBox = {
  step: OutlineStep;
  card: { width: number; height: number };
  left: number;
  right: number;
  height: number;
  beside: number;
  next?: ListBox;
  lanes?: ListBox[];
  handlers?: ListBox[];
  inside?: ListBox;
};

const half = sizes.width / 2;

/** Measures the trunk, which cannot be folded. */
export const measureTrunk = (trunk: OutlineList, folded: ReadonlySet<string>): ListBox => measureList(trunk, folded);

/** The extent of a list. */
function measureList(list: OutlineList, folded: ReadonlySet<string>): ListBox {
  const empty = { list, steps: [], tail: 0, ends: false, hidden: 0 };
  if (list.kind === 'none') return { ...empty, left: 54, right: 54, height: 0 };
  if (folded.has(list.id))
    return { ...empty, left: 110, right: 110, height: 0, hidden: countIn(list), ends: endsIn(list) };
  const box: ListBox = { ...empty, left: half, right: half, height: 0, ends: endsIn(list) };
  for (const step of list.steps) {
    const one = measureStep(step, folded);
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

function measureStep(step: OutlineStep, folded: ReadonlySet<string>): StepBox {
  const card = cardSize(step);
  const box: StepBox = { step, card, left: half, right: half, height: card.height, beside: half };
  const lists = step.lists.map((list) => measureList(list, folded));
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

function addLanes(box: StepBox, lanes: ListBox[]): void {
  const total = lanes.reduce((sum, { left, right }) => sum + left + right, sizes.laneGap * (lanes.length - 1));
  const tallest = Math.max(24, ...lanes.map(({ height }) => height));
  box.lanes = lanes;
  box.left = Math.max(box.left, total / 2);
  box.right = Math.max(box.right, total / 2);
  box.height += sizes.laneHead + tallest + sizes.laneFoot;
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
