import type { Flow } from '@retoma/flow';
import { describe, expect, test } from 'vitest';
import { outlineOf } from './flow-tree.ts';
import { rowsOf, treeMove } from './rows.ts';

const paid = { field: 'payment_status', operator: '=', value: 'paid' } as const;
const flow: Flow = {
  name: 'Teste',
  trigger_event: 'pix.generated',
  steps: [
    { id: 'wait', type: 'delay', minutes: 30 },
    {
      id: 'check',
      type: 'condition',
      branches: [
        { id: 'a', conditions: [paid], steps: [{ id: 'end', type: 'end' }] },
        { id: 'b', conditions: [paid], steps: [{ id: 'later', type: 'delay', minutes: 1 }] },
      ],
    },
    { id: 'last', type: 'end' },
  ],
};
const outline = outlineOf(flow);
const rows = rowsOf(outline, new Set());

describe('the tree of steps', () => {
  test('rows are in execution order, with their level and position', () => {
    expect(rows.map(({ id, level, position, size }) => [id, level, position, size])).toEqual([
      ['trigger-0', 1, 1, 4],
      ['wait', 1, 2, 4],
      ['check', 1, 3, 4],
      ['end', 2, 1, 1],
      ['later', 2, 1, 1],
      ['last', 1, 4, 4],
    ]);
  });

  test.each([
    ['wait', 'ArrowDown', { to: 'check' }],
    ['wait', 'ArrowUp', { to: 'trigger-0' }],
    ['trigger-0', 'ArrowUp', undefined],
    ['wait', 'ArrowRight', undefined],
    ['check', 'ArrowRight', { to: 'end' }],
    ['check', 'ArrowLeft', { fold: true }],
    ['later', 'ArrowLeft', { to: 'check' }],
    ['end', ']', { to: 'later' }],
    ['later', '[', { to: 'end' }],
    ['later', ']', undefined],
    ['check', ']', { to: 'end' }],
    ['wait', 'End', { to: 'last' }],
    ['last', 'Home', { to: 'trigger-0' }],
    ['wait', 'x', undefined],
  ] as const)('at %s the key %s', (at, key, expected) => {
    expect(treeMove(rows, at, key)).toEqual(expected);
  });

  test('the keys skip folded rows, and a key unfolds them', () => {
    const folded = rowsOf(outline, new Set(['check/a', 'check/b']));
    expect(folded.map(({ id }) => id)).toEqual(['trigger-0', 'wait', 'check', 'last']);
    expect(treeMove(folded, 'check', 'ArrowRight')).toEqual({ fold: false });
    expect(treeMove(folded, 'check', 'ArrowDown')).toEqual({ to: 'last' });
  });
});
