import type { Flow } from '../../definition/flow.ts';
import { withLists } from '../../definition/rebuild.ts';
import type { Branch, Step } from '../../steps/step.ts';
import { triggerNodeId } from '../../definition/ids.ts';
import { withMembers } from '../../members/readable.ts';
import { readableFlow } from '../../readable/readable-flow.ts';
import { keysOfPath } from '../../validate/issue.ts';
import type { NewId } from '../fresh-ids.ts';
import { changeAt, findStep, listAt, valueAt } from '../locate.ts';
import type { Operation } from '../operation.ts';

/**
 * A definition in which the steps that an operation changes have their readable form, as a form shows it (EDT9), so that the operation
 * finds the members that it sets. Nested steps and all others stay unchanged JSON.
 */
export function withReadableTargets(flow: Flow, operation: Operation, newId: NewId): Flow {
  const readable = readableFlow(flow);
  if (readable === flow) return flow;
  const { nodeId, conditionNodeId, actionNodeId } = operation as { readonly [member: string]: unknown };
  const targets = operation.op === 'update_step' ? [nodeId] : [conditionNodeId, actionNodeId];
  let changed = flow;
  for (const id of targets) if (typeof id === 'string') changed = withReadable(changed, readable, id, newId);
  return changed;
}

function withReadable(flow: Flow, readable: Flow, id: string, newId: NewId): Flow {
  if (id === triggerNodeId) {
    const { settings } = readable;
    return flow.settings === settings ? flow : changeAt(flow, ['settings'], () => settings)!;
  }
  const there = findStep(flow, id);
  const seen = findStep(readable, id);
  if (!there.ok || !seen.ok || there.step === seen.step) return flow;
  // An unreadable step stays unchanged, since no form can edit it.
  if (seen.step.type === 'action' && seen.step.name === 'unreadable') return flow;
  const step = withLists(seen.step, ({ member }) => listAt(flow, [...there.keys, ...keysOfPath(member)]));
  // The step's own id stays, even if invalid: such steps are found by their path.
  const { id: own } = there.step;
  return changeAt(flow, there.keys, () =>
    withMembers({ ...step, ...branchesOf(step, there.step, newId) }, { id: own }),
  )!;
}

/** The branches; those without a valid id get one, so that operations can name them. */
function branchesOf(step: Step, raw: Step, newId: NewId): { branches?: readonly Branch[] } {
  if (step.type !== 'condition' || !step.branches) return {};
  const before = (raw as { branches?: unknown }).branches;
  const isOwn = (id: string, index: number): boolean => valueAt(before, [index, 'id']) === id;
  return {
    branches: step.branches.map((branch, index) => (isOwn(branch.id, index) ? branch : { ...branch, id: newId() })),
  };
}
