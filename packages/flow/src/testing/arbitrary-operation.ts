import fc from 'fast-check';
import type { Flow } from '../definition/flow.ts';
import { withIds } from '../definition/ids.ts';
import type { Branch, Step } from '../steps/step.ts';
import { triggers } from '../members/trigger.ts';
import { walkFlow } from '../definition/walk.ts';
import { operationNames, type Operation, type OperationName } from '../edit/operation.ts';
import { actionOutputHandles, type ActionOutputHandle } from '../edit/output-handles.ts';
import { arbitraryNestedFlow, arbitraryStep } from './arbitrary-flow.ts';

// Random operations on random flows. Most ids are chosen from the flow, so that most operations find their targets; a few do not.

/** The random values from which an operation is built once its flow is known. */
export type Draw = { name: OperationName; numbers: readonly number[]; step: Step; minutes: number };

/** Returns a function that makes the ids `new-1`, `new-2`, … */
export function counter(prefix = 'new'): () => string {
  let made = 0;
  return () => `${prefix}-${++made}`;
}

/** Any valid nested flow in which all steps have ids, as in a draft. */
export const arbitraryDraft: fc.Arbitrary<Flow> = arbitraryNestedFlow.map((flow) => withIds(flow, counter('id')));

/** Random values for an operation. */
export const arbitraryDraw: fc.Arbitrary<Draw> = fc.record({
  name: fc.constantFrom(...operationNames),
  numbers: fc.array(fc.nat(10_000), { minLength: 16, maxLength: 16 }),
  step: arbitraryStep,
  minutes: fc.integer({ min: -1, max: 20_000 }),
});

/** Builds an operation for a flow. */
export function operationFor(flow: Flow, { name, numbers, step, minutes }: Draw): Operation {
  const draws = numbers.values();
  const draw = (): number => draws.next().value ?? 0;
  const pick = <T>(from: readonly T[], otherwise: T): T =>
    from.length === 0 ? otherwise : from[draw() % from.length]!;
  const steps = [...walkFlow(flow)].map((placed) => placed.step);
  const nodeId = pick(['trigger-0', 'nobody', ...steps.flatMap(({ id }) => [id!, id!])], 'nobody');
  const conditions = steps.filter(({ type }) => type === 'condition');
  const condition = pick<Step | undefined>(conditions, steps[0]);
  const conditionNodeId = condition?.id ?? 'nobody';
  const branches: readonly Branch[] = (condition?.type === 'condition' && condition.branches) || [];
  const branchId = pick(
    branches.map(({ id }) => id),
    pick(['if_true', 'if_false'], 'if_true'),
  );
  const afterNodeId = pick(['trigger-0', ...steps.map(({ id }) => id!)], 'nobody');
  const handle = pick(Object.keys(actionOutputHandles) as ActionOutputHandle[], 'next');
  const places = [
    {},
    { afterNodeId },
    { conditionNodeId, branchId },
    { actionNodeId: nodeId, actionOutputHandle: handle },
  ];
  const place = pick<(typeof places)[number]>(places, {});
  // The ids of nested steps are renamed, since the flow may have the same ids.
  const apart = draw();
  const rename = (key: string, value: unknown): unknown => (key === 'id' ? `${String(value)}-${apart}` : value);
  const fresh = JSON.parse(JSON.stringify(step, rename)) as Step;
  delete fresh.id;
  const rule = { field: 'payment_status', operator: '=', value: 'paid' } as const;
  const branch: Branch = { id: `branch-${draw()}`, conditions: [rule], steps: [] };
  const made = {
    create_step: { step: fresh, ...place },
    update_step: {
      nodeId,
      changes: pick<object>([{ minutes }, { 'data.message': 'Oi' }, { name: 'Oi' }, { note: 1 }], {}),
    },
    add_branch: { conditionNodeId, branch, ...(branches.length > 1 && { beforeBranchId: branchId }) },
    update_branch: { conditionNodeId, branchId, changes: { operator: 'OR', conditions: [rule] }, drop: ['label'] },
    remove_step: { nodeId },
    update_trigger: { triggerEvent: pick(triggers, 'lead.created') },
    insert_before: { step: fresh, beforeNodeId: nodeId },
    insert_after: { step: fresh, afterNodeId },
    insert_between: {
      step: fresh,
      afterNodeId: draw() % 8 === 0 ? afterNodeId : idBefore(flow, nodeId),
      beforeNodeId: nodeId,
    },
    move_step: { nodeId, ...place },
    move_to_branch: { nodeId, conditionNodeId, branchId },
    remove_condition: { conditionNodeId, ...(draw() % 2 === 0 && { keepBranchId: branchId }) },
    remove_branch: { conditionNodeId, branchId },
    rename_branch: { conditionNodeId, branchId, label: 'Outro nome' },
    finish_branch: { conditionNodeId, branchId },
    wrap:
      draw() % 2 === 0
        ? { nodeIds: [nodeId], step: { type: 'retry', steps: [] } }
        : { nodeIds: [nodeId], step: { type: 'condition', branches: [branch] }, branchId: branch.id },
    duplicate: { nodeId },
    paste: { steps: [step], ...place },
  } satisfies Record<OperationName, object>;
  return { op: name, ...made[name] } as Operation;
}

/** The id of what precedes a step: its neighbour, or the owner of its list. */
function idBefore(flow: Flow, id: string): string {
  const all = [...walkFlow(flow)];
  const placed = all.find(({ step }) => step.id === id);
  const neighbour = all.find(({ listPath, index }) => listPath === placed?.listPath && index === placed.index - 1);
  return (neighbour ?? placed?.parent)?.step.id ?? 'trigger-0';
}
