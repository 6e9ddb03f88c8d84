import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Flow } from '../definition/flow.ts';
import { withIds } from '../definition/ids.ts';
import { walkFlow } from '../definition/walk.ts';
import { perform, historyOf, undo } from '../edit/history/undo.ts';
import { toGraph } from '../graph/to-graph.ts';
import { describeStep } from '../steps/describe.ts';
import { arbitraryFlow } from '../testing/arbitrary-flow.ts';
import { arbitraryDraw, counter, operationFor } from '../testing/arbitrary-operation.ts';
import { arbitraryBrokenFlow } from '../testing/broken-definition.ts';
import { longPropertyRuns } from '../testing/long-property.ts';
import { validateFlow } from '../validate/validate.ts';
import { readableFlow } from './readable-flow.ts';

const rule = { field: 'payment_status', operator: '=', value: 'paid' } as const;
const inside = { type: 'end', id: 'inside' };
const flowOf = (...steps: unknown[]): unknown => ({ name: 'Loja', trigger_event: 'pix.generated', steps });

describe('[EDT9] any JSON is read as a flow', () => {
  test('a valid definition is returned itself', () => {
    fc.assert(
      fc.property(arbitraryFlow, (flow) => {
        expect(readableFlow(flow)).toBe(flow);
      }),
      { seed: 20_260_105, numRuns: 300 },
    );
  });

  test.each([null, 3, 'x', [], true])('a value that is not an object becomes an empty flow: %j', (value) => {
    expect(readableFlow(value)).toEqual({ name: '', trigger_event: '', steps: [] });
  });

  test('an unknown trigger stays as text, and an invalid list of steps is empty', () => {
    expect(readableFlow({ name: 7, trigger_event: 'order.exploded', steps: 'none', extra: 1 })).toEqual({
      name: '',
      trigger_event: 'order.exploded',
      steps: [],
      extra: 1,
    });
  });

  test('an invalid step becomes an unreadable one at its position, with the steps in its lists', () => {
    const { steps } = readableFlow(flowOf(null, { type: 'dance', id: 'd', onNext: [inside] }, inside));
    expect(steps).toEqual([
      { id: '@steps[0]', type: 'action', name: 'unreadable', data: { value: null } },
      {
        id: 'd',
        type: 'action',
        name: 'unreadable',
        data: { value: { type: 'dance', id: 'd', onNext: [inside] } },
        onNext: [inside],
      },
      { id: '@steps[2]', type: 'end' },
    ]);
  });

  test('a condition without a shape has no branches, and one with only if_true or if_false has no rules', () => {
    const { steps } = readableFlow(flowOf({ type: 'condition', id: 'c' }, { type: 'condition', if_true: [inside] }));
    expect(steps[0]).toEqual({ type: 'condition', id: 'c', branches: [] });
    expect(steps[1]).toMatchObject({ conditions: [], if_true: [inside] });
  });

  test('a null rule, an empty branch and a null branch keep their positions', () => {
    const branches = [{ id: 'a', conditions: [null, rule], steps: [inside] }, {}, null];
    const [step] = readableFlow(flowOf({ type: 'condition', id: 'c', branches })).steps;
    expect(step).toMatchObject({
      branches: [
        { id: 'a', conditions: [{ field: '', operator: '', value: '' }, rule], steps: [inside] },
        { id: '@branches[1]', conditions: [] },
        { id: '@branches[2]', conditions: [], steps: [] },
      ],
    });
  });

  test('members of the wrong type are dropped, or empty if required; unknown ones stay', () => {
    const { steps } = readableFlow(
      flowOf(
        { type: 'delay', id: 5, minutes: 'ten', onNext: {}, note: 'kept' },
        { type: 'action', id: 'a', name: 'send_whatsapp', data: { type: 'button-actions', message: [], choices: [3] } },
        { type: 'loop', id: 'l', maxIterations: '3', steps: null, condition: 9 },
      ),
    );
    expect(steps).toEqual([
      { type: 'delay', id: '@steps[0]', minutes: 0, note: 'kept' },
      { type: 'action', id: 'a', name: 'send_whatsapp', data: { type: 'button-actions', choices: [''] } },
      { type: 'loop', id: 'l', steps: [], condition: { field: '', operator: '', value: '' } },
    ]);
  });

  test('at most as many steps are drawn as a tree may have', () => {
    const steps = Array.from({ length: 2_000 }, () => ({ type: 'loop', steps: [inside] }));
    expect(walkFlow(readableFlow(flowOf(...steps))).length).toBe(500);
  });
});

describe('[EDT9] an edit of JSON of any shape', () => {
  const newId = counter('made');
  const edited = (definition: unknown, operation: Parameters<typeof perform>[1][number]): unknown => {
    const done = perform(historyOf(definition as Flow), [operation], newId, { accept: 'unfinished' });
    if (!done.ok) throw new Error(JSON.stringify(done));
    const back = undo(done.history);
    expect(back.ok && JSON.stringify(back.history.flow)).toBe(JSON.stringify(definition));
    return done.history.flow.steps;
  };

  test('removes an unreadable step, and does not change the rest', () => {
    const definition = flowOf({ type: 'delay', minutes: null }, 7, { type: 'dance' });
    const after = edited(definition, { op: 'remove_step', nodeId: '@steps[1]' });
    expect(after).toEqual([{ type: 'delay', minutes: null }, { type: 'dance' }]);
  });

  test('repairs the step it changes, and does not change the steps inside', () => {
    const branches = [{ id: 'a', conditions: [null], steps: [7] }, null];
    const definition = flowOf(
      { type: 'condition', id: 'c', branches },
      { type: 'action', id: 'm', name: 'send_sms', data: null },
    );
    const conditions = [rule];
    const changed = edited(definition, {
      op: 'update_branch',
      conditionNodeId: 'c',
      branchId: 'a',
      changes: { conditions },
    });
    expect(changed).toMatchObject([
      {
        branches: [
          { conditions, steps: [7] },
          { conditions: [], steps: [] },
        ],
      },
      {},
    ]);
    const written = edited(definition, { op: 'update_step', nodeId: 'm', changes: { 'data.message': 'Oi' } });
    expect(written).toMatchObject([{}, { data: { message: 'Oi' } }]);
  });

  test('gives a condition without a shape its first branch', () => {
    const branch = { id: 'b', conditions: [rule], steps: [] } as const;
    const after = edited(flowOf({ type: 'condition', id: 'c' }), { op: 'add_branch', conditionNodeId: 'c', branch });
    expect(after).toEqual([{ type: 'condition', id: 'c', branches: [branch] }]);
  });

  test('never throws, and undo restores the JSON', () => {
    const check = fc.property(arbitraryBrokenFlow, fc.array(arbitraryDraw, { maxLength: 3 }), (value, draws) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
      const definition = withIds(value as Flow, counter('id'));
      const text = JSON.stringify(definition);
      let history = historyOf(definition);
      let seen: Flow | undefined;
      for (const draw of draws) {
        const flow = readableFlow(history.flow);
        const done = perform(history, [operationFor(withIds(flow, counter('seen')), draw)], counter('new'), {
          accept: 'unfinished',
        });
        if (done.ok) history = done.history;
        // A refused edit leaves the flow that was already checked.
        if (history.flow === seen) continue;
        seen = history.flow;
        const now = readableFlow(history.flow);
        toGraph(now);
        for (const { step } of walkFlow(now)) describeStep(step);
        validateFlow(history.flow);
      }
      while (history.undo.length > 0) {
        const back = undo(history);
        if (!back.ok) throw new Error(back.code);
        history = back.history;
      }
      expect(JSON.stringify(history.flow)).toBe(text);
    });
    fc.assert(check, { seed: 20_260_105, numRuns: longPropertyRuns(2_000) });
  }, 600_000);
});
