import {
  describeRules,
  describeStep,
  nestedLists,
  triggerNames,
  triggerNodeId,
  type Flow,
  type NestedList,
  type Step,
} from '@retoma/flow';

/** A step in the outline for the model: its permanent id, a one-line description, and its nested lists. */
type OutlinedStep = { id: string | null; kind: string; does: string; inside?: OutlinedList[] };
type OutlinedList = { outlet: string; branchId?: string; label?: string; when?: string; steps: OutlinedStep[] };

/** The outline of a flow for the model. It reads whole steps by id with a tool (flow-tools.ts). */
export function outlineOf(flow: Flow): object {
  return {
    root: triggerNodeId,
    name: flow.name,
    triggerEvent: flow.trigger_event,
    trigger: triggerNames[flow.trigger_event]['pt-BR'],
    steps: flow.steps.map(outlinedStep),
  };
}

function outlinedStep(step: Step): OutlinedStep {
  const inside = listsOf(step).map(outlinedList);
  const kind = step.type === 'action' ? step.name : step.type;
  return { id: step.id ?? null, kind, does: describeStep(step), ...(inside.length > 0 && { inside }) };
}

/** The lists of a step. Empty branches are included, since steps may be added to them. */
function listsOf(step: Step): readonly NestedList[] {
  if (step.type !== 'condition' || !step.branches) return nestedLists(step);
  return step.branches.map((branch) => ({ member: 'branch', branch, steps: branch.steps ?? [] }));
}

function outlinedList({ member, branch, steps }: NestedList): OutlinedList {
  const inner = steps.map(outlinedStep);
  if (!branch) return { outlet: member, steps: inner };
  const { id, label, conditions, operator } = branch;
  const when = describeRules(conditions ?? [], operator, 'pt-BR');
  return { outlet: 'branch', branchId: id, ...(label !== undefined && { label }), when, steps: inner };
}

/** JSON in which no tag of a prompt can open or close. */
export const asData = (value: unknown): string =>
  JSON.stringify(value).replace(/[<>]/g, (sign) => (sign === '<' ? '\\u003c' : '\\u003e'));
