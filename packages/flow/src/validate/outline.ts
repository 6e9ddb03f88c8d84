import { limits } from '../members/limits.ts';
import { stepTypes, type StepType } from '../steps/step.ts';
import { listMembersOf } from '../steps/tables.ts';
import type { Format } from '../definition/flat.ts';
import { isRaw } from '../members/raw.ts';
import type { Key, Raw } from '../members/report.ts';

// The rules about a whole flow must accept a malformed one, so that all issues are reported at once. So they read an outline, in which
// every object in a list of steps is a node and members of the wrong type are absent.

/** The outline of a step. */
export type Node = {
  raw: Raw;
  type: StepType | undefined;
  id: string | undefined;
  index: number;
  list: NodeList;
  lists: readonly NodeList[];
  /** Branches of a condition that are objects. */
  branches: readonly NodeBranch[];
};

/** The outline of a list of steps. `member`: the keys from the owning step to the list. */
export type NodeList = {
  owner: Node | undefined;
  member: readonly Key[];
  nodes: Node[];
};

/** The outline of a flow. `nodes` has every step in document order. */
export type Outline = { root: NodeList; nodes: Node[]; format: Format };

/** The outline of a branch. */
export type NodeBranch = { raw: Raw; index: number; id: string | undefined; list: NodeList | undefined };

/** Builds the outline of any value: at most 500 steps, at most 20 levels of nested lists (DEF2). */
export function outlineOf(value: unknown): Outline {
  const root: NodeList = { owner: undefined, member: ['steps'], nodes: [] };
  const outline: Outline = { root, nodes: [], format: 'nested' };
  if (isRaw(value)) fillList(outline, root, value.steps, 0);
  if (root.nodes.some(({ raw }) => raw.parentId !== undefined)) outline.format = 'flat';
  return outline;
}

function fillList(outline: Outline, list: NodeList, steps: unknown, depth: number): void {
  if (!Array.isArray(steps) || depth > limits.depth) return;
  for (let index = 0; index < steps.length && outline.nodes.length < limits.allSteps; index++) {
    const raw: unknown = steps[index];
    if (!isRaw(raw)) continue;
    const { type, id } = raw;
    const known = types.get(type);
    const node: Node = {
      raw,
      type: known,
      id: typeof id === 'string' ? id : undefined,
      index,
      list,
      lists: none,
      branches: none,
    };
    list.nodes.push(node);
    outline.nodes.push(node);
    if (known === 'condition' && raw.branches !== undefined) addBranches(outline, node, depth);
    else if (known !== undefined && known !== 'end') node.lists = listsOf(outline, node, depth);
  }
}

const none: readonly never[] = [];
const types: ReadonlyMap<unknown, StepType> = new Map(stepTypes.map((type) => [type, type]));

function listsOf(outline: Outline, node: Node, depth: number): readonly NodeList[] {
  const lists: NodeList[] = [];
  for (const member of listMembersOf(node.type)) {
    const steps = node.raw[member];
    if (!Array.isArray(steps)) continue;
    const list: NodeList = { owner: node, member: [member], nodes: [] };
    lists.push(list);
    fillList(outline, list, steps, depth + 1);
  }
  return lists;
}

/** Adds the branches of a condition. A branch without `steps` makes the flow flat (DEF3). */
function addBranches(outline: Outline, node: Node, depth: number): void {
  if (!Array.isArray(node.raw.branches)) return;
  const branches: NodeBranch[] = [];
  const lists: NodeList[] = [];
  node.branches = branches;
  node.lists = lists;
  for (const [index, raw] of (node.raw.branches as unknown[]).entries()) {
    if (!isRaw(raw)) continue;
    const branch: NodeBranch = { raw, index, id: typeof raw.id === 'string' ? raw.id : undefined, list: undefined };
    branches.push(branch);
    if (raw.steps === undefined) outline.format = 'flat';
    if (!Array.isArray(raw.steps)) continue;
    branch.list = { owner: node, member: ['branches', index, 'steps'], nodes: [] };
    lists.push(branch.list);
    fillList(outline, branch.list, raw.steps, depth + 1);
  }
}

/** The keys from the definition to a step. */
export function keysOf(node: Node): Key[] {
  const { owner, member } = node.list;
  return [...(owner ? keysOf(owner) : []), ...member, node.index];
}

/** A text member of a step; undefined if it is absent or not a text. */
export function stringMember(node: Node, member: 'parentId' | 'nextId'): string | undefined {
  const value = node.raw[member];
  return typeof value === 'string' ? value : undefined;
}
