import type { Locale } from '@retoma/commerce/locale';
import { isFlat, withBranchLists } from '../definition/flat.ts';
import type { Flow } from '../definition/flow.ts';
import { limits } from '../members/limits.ts';
import { mapSteps } from '../definition/rebuild.ts';
import type { Branch, ConditionStep, Step, Steps } from '../steps/step.ts';
import { walkFlow } from '../definition/walk.ts';
import { refusalReasons, type Refusal, type RefusalReason } from './reasons.ts';

// EDT3. A root condition stays in the root list, because the engine always runs it. A step with parentId moves into its branch only if it
// would run at the same moment: no step between the condition and it can run when the branch matched. Steps of sibling branches cannot run
// then, and steps of the same branch move along.

/** The nested flow that runs like the flat one, or all obstacles. */
export type Conversion = { ok: true; flow: Flow } | { ok: false; refusals: Refusal[] };

/** The position of a branch in the root list. */
type Owner = { index: number; branch: number; path: string };

/** Converts a flat flow to an equivalent nested one (EDT3); a nested flow is returned unchanged. */
export function toNested(flow: Flow, locale: Locale = 'pt-BR'): Conversion {
  if (!isFlat(flow)) return { ok: true, flow };
  const refusals: Refusal[] = [];
  const refuse = (reason: RefusalReason, path: string, id: string | undefined, blockers: string[] = []): void => {
    const message = refusalReasons[reason][locale]
      .replace('{step}', () => id ?? path)
      .replace('{blockers}', () => blockers.join(', '));
    refusals.push({ reason, path, id: id ?? null, blockers, message });
  };
  const owners = ownersOf(flow.steps, refuse);
  const moved = new Map<string, Step[]>();
  for (const [index, step] of flow.steps.entries()) {
    const { parentId } = step;
    if (parentId === undefined || step.type === 'condition') continue;
    const owner = owners.get(parentId);
    const path = `steps[${index}]`;
    if (!owner || owner.index > index) refuse('NEVER_RUNS', path, step.id);
    else {
      const blockers = between(flow.steps, owner.index, index, owners);
      if (blockers.length > 0) refuse('STEPS_IN_BETWEEN', path, step.id, blockers);
      moved.set(parentId, [...(moved.get(parentId) ?? []), withoutFlatMembers(step)]);
    }
    if (depthOf(step) >= limits.depth) refuse('TOO_DEEP', path, step.id);
  }
  for (const [id, { index, branch, path }] of owners) {
    const { branches } = flow.steps[index] as ConditionStep;
    if (moved.has(id) && (branches?.[branch]?.steps ?? []).length > 0) refuse('BRANCH_HAS_STEPS', path, id);
  }
  if (refusals.length > 0) return { ok: false, refusals };
  return { ok: true, flow: { ...flow, steps: rootOf(flow.steps, moved) } };
}

type Refuse = (reason: RefusalReason, path: string, id: string | undefined) => void;

/** The branches of the root list by id; of duplicates the first counts (RUN3). */
function ownersOf(steps: Steps, refuse: Refuse): Map<string, Owner> {
  const owners = new Map<string, Owner>();
  for (const [index, step] of steps.entries()) {
    if (step.type !== 'condition') continue;
    for (const [branch, { id }] of (step.branches ?? []).entries()) {
      const path = `steps[${index}].branches[${branch}]`;
      if (owners.has(id)) refuse('BRANCH_ID_REUSED', path, id);
      else owners.set(id, { index, branch, path });
    }
  }
  return owners;
}

/** The steps between a condition and a step of its branch that belong to no branch of that condition. */
function between(steps: Steps, condition: number, step: number, owners: ReadonlyMap<string, Owner>): string[] {
  const names: string[] = [];
  for (let index = condition + 1; index < step; index++) {
    const other = steps[index]!;
    const own = other.type !== 'condition' && owners.get(other.parentId ?? '')?.index === condition;
    if (!own) names.push(other.id ?? `steps[${index}]`);
  }
  return names;
}

/** The root list without the moved steps; every branch at any depth gets a list. */
function rootOf(steps: Steps, moved: ReadonlyMap<string, Step[]>): Steps {
  const root: Step[] = [];
  for (const step of steps) {
    if (step.type !== 'condition') {
      if (step.parentId === undefined) root.push(withoutFlatMembers(step));
    } else if (!step.branches) root.push(withoutFlatMembers(step));
    else {
      const branches: Branch[] = step.branches.map((branch) => ({
        ...branch,
        steps: moved.get(branch.id) ?? branch.steps ?? [],
      }));
      root.push(withoutFlatMembers({ ...step, branches }));
    }
  }
  return mapSteps(root, withBranchLists);
}

/** A step without the members of the flat format. */
function withoutFlatMembers(step: Step): Step {
  const { parentId: _parentId, nextId: _nextId, ...rest } = step;
  return rest;
}

/** The nesting depth of a step's lists. */
function depthOf(step: Step): number {
  let depth = 0;
  for (const placed of walkFlow({ steps: [step] })) depth = Math.max(depth, placed.depth);
  return depth;
}
