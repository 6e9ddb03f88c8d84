import type { Flow, Step } from '@retoma/flow';
import { describe, expect, test } from 'vitest';
import { everywhere } from '../layout/area.ts';
import { outlineOf } from '../layout/flow-tree.ts';
import { layoutOf } from '../layout/layout.ts';
import { rowsOf } from '../layout/rows.ts';
import { waitedOf } from '../metrics/wait-times.ts';
import type { CardNode } from './cards.tsx';
import { nodeMaker } from './diagram-nodes.ts';

const inside: Step = { id: 'inside', type: 'end' };
const check: Step = {
  id: 'check',
  type: 'condition',
  branches: [{ id: 'a', conditions: [{ field: 'customer.email', operator: 'not-empty' }], steps: [inside] }],
};
const added: Step = { id: 'added', type: 'action', name: 'send_sms', data: { message: 'Oi' } };

type Cards = ReadonlyMap<string, CardNode>;

/** Makes the cards of flows with these steps, one after the other. */
function cardsOf(...flows: (readonly Step[])[]): Cards[] {
  const make = nodeMaker();
  return flows.map((steps) => {
    const flow = { name: 'Teste', trigger_event: 'lead.created', steps } as Flow;
    const outline = outlineOf(flow);
    const nodes = make({
      flow,
      layout: layoutOf(outline, new Set(), 'pt-BR'),
      area: everywhere,
      rows: rowsOf(outline, new Set()),
      waited: waitedOf(outline),
      goesOn: new Map(),
      highlights: {},
      metrics: undefined,
      multiSelection: new Set(),
      selected: undefined,
      current: 'trigger-0',
      isMovable: true,
      locale: 'pt-BR',
    });
    return new Map(nodes.map((node) => [node.id, node]));
  });
}

describe('the cards of a diagram after a change', () => {
  const [before, after] = cardsOf([check], [added, check]) as [Cards, Cards];

  test('a card that only moved has another position and the same data', () => {
    expect(after.get('inside')!.position).not.toEqual(before.get('inside')!.position);
    expect(after.get('inside')!.data).toBe(before.get('inside')!.data);
  });

  test('a card whose text changed has other data: it is now the second step', () => {
    expect(after.get('check')!.data.where).not.toBe(before.get('check')!.data.where);
  });

  test('without a change every card stays the same object', () => {
    const [one, other] = cardsOf([check], [check]);
    expect([...other!.values()].every((node) => one!.get(node.id) === node)).toBe(true);
  });
});
