import {
  alwaysMatches,
  isFlat,
  laneKind,
  nestedLists,
  toGraph,
  triggerNodeId,
  type Branch,
  type Flow,
  type GraphLane,
  type Placement,
  type Step,
  type Steps,
} from '@retoma/flow';

/** A step with the lists that belong to it. `id`: the step's own, else its path. */
export type OutlineStep = { id: string; step: Step; list: OutlineList; index: number; lists: readonly OutlineList[] };

/** A list of steps as it is drawn: the trunk, a branch, an output, or the body of a repetition. */
export type OutlineList = {
  /** Stays the same when steps are added or removed: the owner's id with the branch or the output. */
  id: string;
  /** `none`: the implicit branch, where no branch matched. */
  kind: GraphLane['kind'] | 'none';
  /** The member that holds it: `onNext`, `if_true`, `branches[0].steps`. */
  outlet: string;
  owner: OutlineStep | undefined;
  branch?: Branch;
  /** For a branch with rules of its own: its position in the evaluation order, from 1. */
  number?: number;
  /** For the list of all other cases: the numbers of the branches before it. */
  othersThan?: number;
  /** Its first slot; absent if nothing can be inserted there. */
  slot?: Placement;
  steps: readonly OutlineStep[];
};

/** A flow as it is drawn and traversed. */
export type Outline = { trunk: OutlineList; steps: ReadonlyMap<string, OutlineStep> };

const handles = {
  onNext: 'next',
  onResponse: 'reply',
  onNoReply: 'no_reply',
  onOpen: 'open',
  onClickLink: 'click_link',
  steps: 'repeat',
} as const;

const outlines = new WeakMap<Flow, Outline>();

/** The outline of any flow, flat or nested, finished or not. Cached for each flow, since many callers need it. */
export function outlineOf(flow: Flow): Outline {
  const before = outlines.get(flow);
  if (before) return before;
  const made = makeOutline(flow);
  outlines.set(flow, made);
  return made;
}

function makeOutline(flow: Flow): Outline {
  const steps = new Map<string, OutlineStep>();
  const listOf = (lane: Lane, owner: OutlineStep | undefined): OutlineList => {
    const list: OutlineList = { ...headOf(lane, owner), steps: [] };
    list.steps = lane.nodes.map((node, index) => stepOf(node, list, index));
    return list;
  };
  const stepOf = ({ path, step, lanes }: Node, list: OutlineList, index: number): OutlineStep => {
    const made: OutlineStep = { id: step.id ?? path, step, list, index, lists: [] };
    steps.set(made.id, made);
    made.lists = lanesOf(step, lanes).map((lane) => listOf(lane, made));
    return made;
  };
  const trunk = listOf(isFlat(flow) ? flatTrunk(flow) : nestedLane('steps', 'main', 'steps', flow.steps), undefined);
  return { trunk, steps };
}

type Node = { path: string; step: Step; lanes: readonly Lane[] };
type Lane = { outlet: string; kind: OutlineList['kind']; nodes: readonly Node[] };

/** The lanes of a nested flow, made without its graph: unchanged parts keep their identity, so derived values can be cached. */
const nestedLane = (outlet: string, kind: Lane['kind'], at: string, steps: Steps): Lane => ({
  outlet,
  kind,
  nodes: steps.map((step, index) => {
    const path = `${at}[${index}]`;
    const lanes = nestedLists(step).map((list) =>
      nestedLane(list.member, laneKind(list.member), `${path}.${list.member}`, list.steps),
    );
    return { path, step, lanes };
  }),
});

function flatTrunk(flow: Flow): Lane {
  const { nodes, lanes } = toGraph(flow);
  const steps = new Map(nodes.map(({ id, step }) => [id, step]));
  const ofOwner = Map.groupBy(lanes, ({ owner }) => owner);
  const laneOf = ({ outlet, kind, nodes }: GraphLane): Lane => ({
    outlet,
    kind,
    nodes: nodes.map((path) => ({
      path,
      step: steps.get(path)!,
      lanes: (ofOwner.get(path) ?? []).map(laneOf),
    })),
  });
  return laneOf(lanes[0]!);
}

/** Whether the branch at an index is for all other cases: the last one, if every order matches it. */
export const isOtherwise = (branches: readonly Branch[], index: number): boolean =>
  index > 0 && index === branches.length - 1 && alwaysMatches(branches[index]!);

/** The branch id by which a slot names the list of other cases that has no branch yet; `withOtherwise` makes it. */
export const otherwiseId = '(otherwise)';

/** A condition always has its `none` list or its yes and no lists, even if the definition omits them. */
function lanesOf(step: Step, lanes: readonly Lane[]): Lane[] {
  if (step.type !== 'condition') return [...lanes];
  if (step.branches && isOtherwise(step.branches, step.branches.length - 1)) return [...lanes];
  if (step.branches) return [...lanes, { outlet: 'none', kind: 'none', nodes: [] }];
  return ['if_true', 'if_false'].map(
    (outlet) => lanes.find((lane) => lane.outlet === outlet) ?? { outlet, kind: 'branch', nodes: [] },
  );
}

function headOf(
  { outlet, kind }: Pick<Lane, 'outlet' | 'kind'>,
  owner: OutlineStep | undefined,
): Omit<OutlineList, 'steps'> {
  if (!owner) return { id: 'trunk', kind, outlet, owner, slot: { afterNodeId: triggerNodeId } };
  const { step } = owner;
  const index = /^branches\[(\d+)\]/.exec(outlet)?.[1];
  const branch = step.type === 'condition' && index !== undefined ? step.branches?.[Number(index)] : undefined;
  const head = { id: `${owner.id}/${branch?.id ?? outlet}`, kind, outlet, owner };
  const numbered = branch && step.type === 'condition' ? branchHead(step.branches ?? [], branch) : {};
  const others = kind === 'none' && step.type === 'condition' ? { othersThan: step.branches?.length ?? 0 } : {};
  const slot = slotIn(step, kind, branch?.id ?? outlet);
  return { ...head, ...numbered, ...others, ...(slot && { slot }) };
}

/** The branch of a list with its number; the last one of all other cases has none. */
function branchHead(branches: readonly Branch[], branch: Branch): Partial<OutlineList> {
  const index = branches.indexOf(branch);
  return isOtherwise(branches, index) ? { branch, othersThan: index } : { branch, number: index + 1 };
}

function slotIn({ id, type }: Step, kind: OutlineList['kind'], name: string): Placement | undefined {
  if (id === undefined) return undefined;
  if (kind === 'none') return { conditionNodeId: id, branchId: otherwiseId };
  if (type === 'condition') return { conditionNodeId: id, branchId: name };
  return { actionNodeId: id, actionOutputHandle: handles[name as keyof typeof handles] };
}

/** The slot right after a step; undefined after an end, and if the step has no id. */
export const slotAfter = ({ step }: OutlineStep): Placement | undefined =>
  step.type === 'end' || step.id === undefined ? undefined : { afterNodeId: step.id };

/** The slot below a row of the tree: after a step, at the start of a list, or below the trigger. */
export function slotBelow({ trunk, steps }: Outline, id: string): Placement | undefined {
  const step = steps.get(id);
  if (step) return slotAfter(step);
  for (const { lists } of steps.values()) for (const list of lists) if (list.id === id) return list.slot;
  return trunk.slot;
}

/** The slot right before a step. */
export function slotBefore({ list, index }: OutlineStep): Placement | undefined {
  return index === 0 ? list.slot : slotAfter(list.steps[index - 1]!);
}

/** All steps inside a step, starting with the step itself, in drawing order. */
export function* nestedSteps(step: OutlineStep): Generator<OutlineStep> {
  yield step;
  for (const list of step.lists) for (const inner of list.steps) yield* nestedSteps(inner);
}

/** The number of steps in a list, including nested ones. */
export function countIn(list: OutlineList): number {
  return list.steps.reduce((count, step) => count + [...nestedSteps(step)].length, 0);
}
