import type { Flow } from '@retoma/flow';
import { expect, test } from 'vitest';
import { outlineOf } from '../../../../diagram/layout/flow-tree.ts';
import { listMove, listRows } from './list-rows.ts';

const paid = { field: 'payment_status', operator: '=', value: 'paid' } as const;
const flow: Flow = {
  name: 'Teste',
  trigger_event: 'pix.generated',
  steps: [
    {
      id: 'check',
      type: 'condition',
      branches: [{ id: 'a', conditions: [paid], steps: [{ id: 'end', type: 'end' }] }],
    },
    { id: 'wait', type: 'delay', minutes: 5 },
  ],
};
const outline = outlineOf(flow);

test('branches and the other cases are separate rows between a condition and its steps', () => {
  const rows = listRows(outline, new Set());
  expect(rows.map(({ id, level }) => [id, level])).toEqual([
    ['trigger-0', 1],
    ['check', 1],
    ['check/a', 2],
    ['end', 3],
    ['check/none', 2],
    ['wait', 1],
  ]);
  expect(listMove(rows, 'end', 'ArrowLeft')).toEqual({ to: 'check/a' });
  expect(listMove(rows, 'check/a', 'ArrowLeft')).toEqual({ isOpen: false });
  expect(listMove(rows, 'check', 'ArrowRight')).toEqual({ to: 'check/a' });
  expect(listMove(rows, 'wait', 'ArrowDown')).toBeUndefined();
});

test('a closed row hides its inner rows', () => {
  const rows = listRows(outline, new Set(['check/a']));
  expect(rows.map(({ id }) => id)).toEqual(['trigger-0', 'check', 'check/a', 'check/none', 'wait']);
  expect(listMove(rows, 'check/a', 'ArrowRight')).toEqual({ isOpen: true });
  expect(listRows(outline, new Set(['check'])).map(({ id }) => id)).toEqual(['trigger-0', 'check', 'wait']);
});
