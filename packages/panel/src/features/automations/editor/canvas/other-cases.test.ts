import { applyOperations, toFlat, validateFlow, type Flow, type Operation } from '@retoma/flow';
import { expect, test } from 'vitest';
import { listName, listRules } from '../../../../diagram/cards/list-text.ts';
import { layoutOf } from '../../../../diagram/layout/layout.ts';
import { outlineOf, type OutlineList } from '../../../../diagram/layout/flow-tree.ts';
import { withOtherwise } from './other-cases.ts';

const paid = { field: 'payment_status', operator: '=', value: 'paid' } as const;
const flow: Flow = {
  name: 'Teste',
  trigger_event: 'payment.confirmed',
  steps: [
    {
      id: 'check',
      type: 'condition',
      branches: [{ id: 'check1-paid', label: 'Pago', conditions: [paid], steps: [{ id: 'end', type: 'end' }] }],
    },
    { id: 'last', type: 'delay', minutes: 5 },
  ],
};

const lists = (of: Flow): readonly OutlineList[] => outlineOf(of).steps.get('check')!.lists;
const slotOf = (of: Flow) => lists(of).at(-1)!.slot!;

function perform(on: Flow, ...operations: Operation[]): Flow {
  const done = applyOperations(on, withOtherwise(operations, on, 'pt-BR'), () => 'new');
  if (!done.ok) throw new Error(done.code);
  return done.flow;
}

const wait = (id: string): Operation => ({
  op: 'create_step',
  step: { id, type: 'delay', minutes: 30 },
  ...slotOf(flow),
});

test('[EDT17] a step put into the other cases of a condition makes their branch, which stays the last lane', () => {
  expect(lists(flow).map((list) => [listName(list, 'pt-BR'), listRules(list, 'pt-BR')])).toEqual([
    ['Pago', 'pagamento é pago'],
    ['Nos outros casos', 'quem não entrou no 1'],
  ]);
  const after = perform(flow, wait('a'), wait('b'));
  expect(lists(after).map((list) => [listName(list, 'pt-BR'), listRules(list, 'pt-BR'), list.number])).toEqual([
    ['Pago', 'pagamento é pago', 1],
    ['Nos outros casos', 'quem não entrou no 1', undefined],
  ]);
  expect(
    lists(after)
      .at(-1)!
      .steps.map(({ id }) => id),
  ).toEqual(['b', 'a']);
  expect(slotOf(after)).toEqual({ conditionNodeId: 'check', branchId: 'check1-other' });
  // The branch is valid in both formats, and nothing warns of it.
  expect(validateFlow(after)).toMatchObject({ valid: true, structure: [] });
  const end: Operation = { op: 'create_step', step: { id: 'stop', type: 'end' }, ...slotOf(after), afterNodeId: 'a' };
  expect(validateFlow(toFlat(perform(after, end)))).toMatchObject({ valid: true });
});

test('[EDT17] another branch comes before that of the other cases', () => {
  const after = perform(flow, wait('a'));
  const { pluses, pills } = layoutOf(outlineOf(after), new Set(), 'pt-BR');
  expect(pills.map(({ list }) => list.id)).toEqual(['check/check1-paid', 'check/check1-other']);
  expect(pluses.filter(({ list }) => list.id === 'check/check1-other')).toHaveLength(2);
});
