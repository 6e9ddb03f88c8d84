import { describe, expect, test } from 'vitest';
import type { Flow } from '../definition/flow.ts';
import type { Step, Steps } from '../steps/step.ts';
import { counter } from '../testing/arbitrary-operation.ts';
import { check, delay, end, flowOf, sms, statusIs, whatsapp } from '../testing/build-flow.ts';
import { walkFlow } from '../definition/walk.ts';
import { applyOperations, type ApplyOptions } from './history/apply.ts';
import { applyInverse } from './history/inverse.ts';
import type { Operation } from './operation.ts';

const flow = flowOf([
  delay(5),
  check('check1', { paid: [end()], pending: [sms('a'), sms('b')] }),
  whatsapp('c', { onResponse: [sms('reply')] }),
]);

const apply = (operation: Operation, to: Flow = flow, options?: ApplyOptions): ReturnType<typeof applyOperations> =>
  applyOperations(to, [operation], counter(), options);

/** The steps of a flow in one line: `wait-5 check1(check1-paid: end; check1-pending: a b) c`. */
function idsOfSteps(steps: Steps): string {
  return steps.map(stepOutline).join(' ');
}
function stepOutline(step: Step): string {
  const lists = [...walkFlow({ steps: [step] })].filter(({ depth, index }) => depth === 1 && index === 0);
  const inside = lists.map(({ list }) => `${list!.branch?.id ?? list!.member}: ${idsOfSteps(list!.steps)}`);
  return inside.length === 0 ? step.id! : `${step.id}(${inside.join('; ')})`;
}
function outcome(operation: Operation): string {
  const applied = apply(operation);
  return applied.ok ? idsOfSteps(applied.flow.steps) : applied.code;
}

const branch = { id: 'check1-failed', conditions: [statusIs('failed')], steps: [] };
const empty = { type: 'condition', id: 'w', branches: [{ ...branch, id: 'w-failed' }] } as const;

describe('[COP3] the result of each operation', () => {
  test.each<[Operation, string]>([
    [
      { op: 'create_step', step: sms('n'), afterNodeId: 'wait-5' },
      'wait-5 n check1(check1-paid: end; check1-pending: a b) c(onResponse: reply)',
    ],
    [
      { op: 'insert_before', step: sms('n'), beforeNodeId: 'b' },
      'wait-5 check1(check1-paid: end; check1-pending: a n b) c(onResponse: reply)',
    ],
    [
      { op: 'insert_after', step: sms('n'), afterNodeId: 'b' },
      'wait-5 check1(check1-paid: end; check1-pending: a b n) c(onResponse: reply)',
    ],
    [
      { op: 'insert_between', step: sms('n'), afterNodeId: 'check1', beforeNodeId: 'a' },
      'wait-5 check1(check1-paid: end; check1-pending: n a b) c(onResponse: reply)',
    ],
    [{ op: 'insert_between', step: sms('n'), afterNodeId: 'wait-5', beforeNodeId: 'a' }, 'NOT_NEIGHBOURS'],
    [{ op: 'remove_step', nodeId: 'check1' }, 'wait-5 c(onResponse: reply)'],
    [{ op: 'remove_step', nodeId: 'trigger-0' }, 'ROOT_STAYS'],
    [
      { op: 'remove_condition', conditionNodeId: 'check1', keepBranchId: 'check1-pending' },
      'wait-5 a b c(onResponse: reply)',
    ],
    [{ op: 'remove_condition', conditionNodeId: 'c' }, 'NOT_A_CONDITION'],
    [
      { op: 'remove_branch', conditionNodeId: 'check1', branchId: 'check1-paid' },
      'wait-5 check1(check1-pending: a b) c(onResponse: reply)',
    ],
    [
      { op: 'finish_branch', conditionNodeId: 'check1', branchId: 'check1-pending' },
      'wait-5 check1(check1-paid: end; check1-pending: a b new-1) c(onResponse: reply)',
    ],
    [{ op: 'finish_branch', conditionNodeId: 'check1', branchId: 'check1-paid' }, 'ALREADY_ENDS'],
    [
      { op: 'move_step', nodeId: 'a', afterNodeId: 'c' },
      'wait-5 check1(check1-paid: end; check1-pending: b) c(onResponse: reply) a',
    ],
    [{ op: 'move_step', nodeId: 'check1', afterNodeId: 'a' }, 'INTO_ITSELF'],
    [
      { op: 'move_to_branch', nodeId: 'c', conditionNodeId: 'check1', branchId: 'check1-pending', afterNodeId: 'a' },
      'wait-5 check1(check1-paid: end; check1-pending: a c(onResponse: reply) b)',
    ],
    [
      { op: 'wrap', nodeIds: ['a', 'b'], step: empty, branchId: 'w-failed' },
      'wait-5 check1(check1-paid: end; check1-pending: w(w-failed: a b)) c(onResponse: reply)',
    ],
    [
      { op: 'wrap', nodeIds: ['c'], step: { type: 'retry', id: 'r', steps: [] } },
      'wait-5 check1(check1-paid: end; check1-pending: a b) r(steps: c(onResponse: reply))',
    ],
    [{ op: 'wrap', nodeIds: ['a', 'c'], step: { type: 'retry', steps: [] } }, 'NOT_NEIGHBOURS'],
    [{ op: 'wrap', nodeIds: ['a'], step: delay(1) }, 'NOT_A_CONTAINER'],
    [
      { op: 'duplicate', nodeId: 'check1' },
      'wait-5 check1(check1-paid: end; check1-pending: a b) new-1(check2-paid: new-2; check2-pending: new-3 new-4) c(onResponse: reply)',
    ],
    [
      { op: 'paste', steps: [sms('a'), sms('z')], actionNodeId: 'c', actionOutputHandle: 'reply' },
      'wait-5 check1(check1-paid: end; check1-pending: a b) c(onResponse: new-1 new-2 reply)',
    ],
  ])('%j', (operation, expected) => expect(outcome(operation)).toBe(expected));

  test('members change by their path; the tree, the type and `active` cannot', () => {
    const changed = (operation: Operation): unknown => {
      const applied = apply(operation);
      return applied.ok ? applied.flow : [applied.code, applied.values['member']];
    };
    expect(changed({ op: 'update_step', nodeId: 'a', changes: { 'data.message': 'Oi' } })).toMatchObject({
      steps: [{}, { branches: [{}, { steps: [{ id: 'a', data: { message: 'Oi' } }, {}] }] }, {}],
    });
    expect(changed({ op: 'update_step', nodeId: 'trigger-0', changes: { name: 'Novo nome' } })).toMatchObject({
      name: 'Novo nome',
    });
    expect(changed({ op: 'update_trigger', triggerEvent: 'boleto.generated' })).toMatchObject({
      trigger_event: 'boleto.generated',
    });
    const conditions = [statusIs('failed')];
    expect(
      changed({ op: 'update_branch', conditionNodeId: 'check1', branchId: 'check1-paid', changes: { conditions } }),
    ).toMatchObject({ steps: [{}, { branches: [{ id: 'check1-paid', conditions }, {}] }, {}] });
    expect(
      changed({ op: 'rename_branch', conditionNodeId: 'check1', branchId: 'check1-paid', label: 'Pagou' }),
    ).toMatchObject({ steps: [{}, { branches: [{ id: 'check1-paid', label: 'Pagou' }, {}] }, {}] });
    expect(
      changed({ op: 'add_branch', conditionNodeId: 'check1', branch, beforeBranchId: 'check1-paid' }),
    ).toMatchObject({ steps: [{}, { branches: [{ id: 'check1-failed' }, {}, {}] }, {}] });
    for (const [nodeId, member] of [
      ['a', 'type'],
      ['a', 'onNext'],
      ['check1', 'branches'],
      ['trigger-0', 'active'],
    ] as const) {
      expect(changed({ op: 'update_step', nodeId, changes: { [member]: [] } })).toEqual(['FIXED_MEMBER', member]);
    }
  });

  test('nextId is removed when a step of the root list moves into another list', () => {
    const drawn = flowOf([sms('a', { nextId: 'r' }), { type: 'retry', id: 'r', steps: [] }]);
    const into: Operation = { op: 'move_step', nodeId: 'a', actionNodeId: 'r', actionOutputHandle: 'repeat' };
    const moved = apply(into, drawn);
    expect(moved.ok && moved.flow.steps).toEqual([{ type: 'retry', id: 'r', steps: [sms('a')] }]);
  });

  test('an inverse is as small as the change', () => {
    const typed = apply({ op: 'update_step', nodeId: 'b', changes: { 'data.message': 'Oi' } });
    const at = ['steps', 1, 'branches', 1, 'steps', 1, 'data', 'message'];
    expect(typed.ok && typed.inverse).toEqual([{ at, value: 'b' }]);
    const removed = apply({ op: 'remove_step', nodeId: 'wait-5' });
    expect(removed.ok && removed.inverse).toEqual([{ at: ['steps'], from: 0, remove: 0, entries: [delay(5)] }]);
    expect(applyInverse(flowOf([]), [{ at: ['steps'], from: 3, remove: 1, entries: [] }])).toMatchObject({
      code: 'STALE_INVERSE',
    });
  });

  test('an error that the operation would cause has the validator’s text', () => {
    const operation: Operation = { op: 'update_step', nodeId: 'wait-5', changes: { minutes: 0 } };
    expect(apply(operation, flow, { locale: 'en' })).toMatchObject({
      ok: false,
      code: 'INVALID_RESULT',
      issues: [{ path: 'steps[0].minutes', code: 'OUT_OF_RANGE' }],
    });
    expect(apply({ op: 'create_step', step: sms('a') })).toMatchObject({ code: 'DUPLICATE_ID' });
    const full = flowOf(Array.from({ length: 50 }, (_, index) => sms(`s${index}`)));
    expect(apply({ op: 'duplicate', nodeId: 's0' }, full)).toMatchObject({ code: 'TOO_MANY_STEPS' });
    let deep = flowOf([sms('bottom')]);
    const wrap: Operation = { op: 'wrap', nodeIds: ['bottom'], step: { type: 'retry', steps: [] } };
    for (let depth = 1; depth <= 20; depth++) {
      const wrapped = applyOperations(deep, [wrap], counter(`depth-${depth}`));
      if (!wrapped.ok) throw new Error(wrapped.code);
      deep = wrapped.flow;
    }
    expect(apply(wrap, deep)).toMatchObject({ code: 'TOO_DEEP' });
  });

  test('during typing a message may be incomplete and a time out of range; another step type is refused', () => {
    const emptied: Operation = { op: 'update_step', nodeId: 'a', changes: { 'data.message': '' } };
    expect(apply(emptied)).toMatchObject({ code: 'INVALID_RESULT' });
    expect(apply(emptied, flow, { accept: 'unfinished' }).ok).toBe(true);
    const only = flowOf([sms('only')]);
    expect(apply({ op: 'remove_step', nodeId: 'only' }, only).ok).toBe(false);
    expect(apply({ op: 'remove_step', nodeId: 'only' }, only, { accept: 'unfinished' }).ok).toBe(true);
    const noTime: Operation = { op: 'update_step', nodeId: 'wait-5', changes: { minutes: 0 } };
    expect(apply(noTime)).toMatchObject({ code: 'INVALID_RESULT' });
    expect(apply(noTime, flow, { accept: 'unfinished' }).ok).toBe(true);
    const noNumber: Operation = { op: 'update_step', nodeId: 'wait-5', changes: { minutes: 'soon' } };
    expect(apply(noNumber, flow, { accept: 'unfinished' }).ok).toBe(false);
  });
});
