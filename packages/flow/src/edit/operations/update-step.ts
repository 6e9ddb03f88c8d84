import type { Flow } from '../../definition/flow.ts';
import { actionOutlets } from '../../steps/step.ts';
import { triggerNodeId } from '../../definition/ids.ts';
import { changeMembers } from '../change-members.ts';
import { findStep } from '../locate.ts';
import type { OperationOf } from '../operation.ts';
import type { Outcome } from './outcome.ts';

/** Members that other operations change: the tree. The kind of a step never changes. */
const ofTree = ['type', 'branches', 'steps', 'if_true', 'if_false', ...actionOutlets];
const fixed = { change: [...ofTree, 'parentId', 'nextId'], drop: [...ofTree, 'id'] };

/** The flow's members that may not be changed, or not dropped: update_trigger changes the trigger; `active` is not an edit (EDT1). */
const fixedOfFlow = {
  change: ['steps', 'trigger_event', 'active'],
  drop: ['name', 'steps', 'trigger_event', 'active'],
};

/** Sets and drops members of a step; for `trigger-0` the flow's own members: `name`, `settings`. */
export function updateStep(flow: Flow, { nodeId, changes, drop }: OperationOf<'update_step'>): Outcome {
  if (nodeId === triggerNodeId) return changeMembers(flow, [], changes, drop, fixedOfFlow);
  const found = findStep(flow, nodeId);
  return found.ok ? changeMembers(flow, found.keys, changes, drop, fixed) : found;
}
