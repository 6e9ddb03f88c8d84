import { listMembersOf } from '../steps/tables.ts';
import { isRaw } from '../members/raw.ts';
import type { Flow } from './flow.ts';
import type { Branch, NestedList, Step, Steps } from '../steps/step.ts';

// Paths have the form that the command line uses: `steps[1].branches[0].steps[0]`.

/** A step and its position. */
export type LocatedStep = {
  step: Step;
  path: string;
  /** The path of its list: `steps`, `steps[0].onNext`. */
  listPath: string;
  index: number;
  /** 0 in the root list. */
  depth: number;
  /** The step whose nested list contains this step, and that list; absent in the root list. */
  parent?: LocatedStep;
  list?: NestedList;
};

/** The nested lists of a step in document order; absent members and those that are not lists are left out. */
export function nestedLists(step: Step): readonly NestedList[] {
  const lists: NestedList[] = [];
  // An unchecked value may have another type than declared.
  const raw = step as unknown as { readonly [member: string]: unknown };
  if (step.type === 'condition' && Array.isArray(raw['branches'])) {
    for (const [index, branch] of (raw['branches'] as readonly (Branch | null)[]).entries()) {
      if (branch && Array.isArray(branch.steps)) {
        lists.push({ member: `branches[${index}].steps`, branch, steps: branch.steps });
      }
    }
    return lists;
  }
  for (const member of listMembersOf(step.type)) {
    const steps = raw[member];
    if (Array.isArray(steps)) lists.push({ member, steps: steps as Steps });
  }
  return lists;
}

/** Every step of a flow with its position, parents before children, in document order. Entries that are not objects are skipped. */
export function walkFlow(flow: Pick<Flow, 'steps'>): LocatedStep[] {
  const placed: LocatedStep[] = [];
  if (Array.isArray(flow.steps)) walkList(placed, flow.steps, 'steps', 0);
  return placed;
}

function walkList(
  all: LocatedStep[],
  steps: Steps,
  listPath: string,
  depth: number,
  parent?: LocatedStep,
  list?: NestedList,
): void {
  for (const [index, step] of steps.entries()) {
    if (!isRaw(step)) continue;
    const placed: LocatedStep = { step, path: `${listPath}[${index}]`, listPath, index, depth };
    if (parent && list) {
      placed.parent = parent;
      placed.list = list;
    }
    all.push(placed);
    for (const nested of nestedLists(step)) {
      walkList(all, nested.steps, `${placed.path}.${nested.member}`, depth + 1, placed, nested);
    }
  }
}

/** The step at a path such as `steps[1].branches[0].steps[0]`; undefined if there is none. */
export function stepAt(flow: Pick<Flow, 'steps'>, path: string): Step | undefined {
  for (const placed of walkFlow(flow)) if (placed.path === path) return placed.step;
  return undefined;
}
