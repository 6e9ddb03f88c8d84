import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Flow } from '@retoma/flow';
import { describe, expect, test } from 'vitest';
import { layoutOf, type CardBox } from './layout.ts';
import { otherwiseId, outlineOf } from './flow-tree.ts';

const draw = (flow: Flow) => layoutOf(outlineOf(flow), new Set(), 'pt-BR');

const templates = path.resolve(import.meta.dirname, '../../../../flow/templates');
const flows = readdirSync(templates, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(
    ({ name }) => [name, JSON.parse(readFileSync(path.join(templates, name, 'flow.json'), 'utf8')) as Flow] as const,
  );

const meets = (a: CardBox, b: CardBox): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

describe('the layout of a diagram', () => {
  test.each(flows)('no cards overlap: %s', (_name, flow) => {
    const { cards } = draw(flow);
    expect(cards.length).toBeGreaterThan(2);
    const overlaps = cards.flatMap((a, index) => cards.slice(index + 1).filter((b) => meets(a, b)));
    expect(overlaps).toEqual([]);
  });

  test('the trigger does not move, nor does a card above a new step', () => {
    const flow: Flow = {
      name: 'Teste',
      trigger_event: 'pix.generated',
      steps: [
        { id: 'a', type: 'delay', minutes: 30 },
        { id: 'b', type: 'end' },
      ],
    };
    const before = draw(flow);
    const after = draw({ ...flow, steps: [flow.steps[0]!, { id: 'new', type: 'delay', minutes: 1 }, flow.steps[1]!] });
    expect(before.cards.slice(0, 2).map(({ x, y }) => [x, y])).toEqual(
      after.cards.slice(0, 2).map(({ x, y }) => [x, y]),
    );
    expect(after.cards[0]).toMatchObject({ id: 'trigger-0', y: 0 });
    expect(after.cards.map(({ id }) => id)).toEqual(['trigger-0', 'a', 'new', 'b']);
  });

  test('every slot has the placement that operations use, and none follows an end', () => {
    const flow: Flow = {
      name: 'Teste',
      trigger_event: 'pix.generated',
      steps: [
        {
          id: 'check',
          type: 'condition',
          branches: [
            {
              id: 'paid',
              conditions: [{ field: 'payment_status', operator: '=', value: 'paid' }],
              steps: [{ id: 'end', type: 'end' }],
            },
            { id: 'pending', conditions: [{ field: 'payment_status', operator: '=', value: 'pending' }], steps: [] },
          ],
        },
      ],
    };
    expect(draw(flow).pluses.map(({ slot }) => slot)).toEqual([
      { afterNodeId: 'trigger-0' },
      { conditionNodeId: 'check', branchId: 'paid' },
      { conditionNodeId: 'check', branchId: 'pending' },
      { conditionNodeId: 'check', branchId: otherwiseId },
      { afterNodeId: 'check' },
    ]);
  });

  test.each(flows)(
    'the first path of a condition stays below it, the others go right, and no pills overlap: %s',
    (_name, flow) => {
      const { cards, pills } = draw(flow);
      const middle = ({ x, width }: CardBox): number => x + width / 2;
      for (const { step } of cards) {
        const lanes = pills.filter(({ list }) => list.owner?.id === step?.id && list.kind !== 'handler');
        if (step?.step.type !== 'condition') continue;
        const card = cards.find(({ id }) => id === step.id)!;
        expect(lanes[0]!.x).toBe(middle(card));
        for (const [index, lane] of lanes.slice(1).entries()) expect(lane.x).toBeGreaterThan(lanes[index]!.x + 200);
      }
      const boxes = pills.map(({ list, x, y, height }) => {
        const width = list.kind === 'none' ? 200 : 320;
        return { id: list.id, x: x - width / 2, y: y - height / 2, width, height };
      });
      expect(boxes.flatMap((a, index) => [...boxes.slice(index + 1), ...cards].filter((b) => meets(a, b)))).toEqual([]);
    },
  );

  test('the pill of a branch grows with its rules', () => {
    const rule = { field: 'payment_status', operator: '=', value: 'paid' } as const;
    const withRules = (count: number): Flow => ({
      name: 'Teste',
      trigger_event: 'pix.generated',
      steps: [
        {
          id: 'check',
          type: 'condition',
          branches: [
            { id: 'a', label: 'Compra alta', conditions: Array.from({ length: count }, () => rule), steps: [] },
          ],
        },
      ],
    });
    const height = (count: number): number => draw(withRules(count)).pills[0]!.height;
    expect(height(1)).toBe(48);
    expect(height(3)).toBe(64);
    expect(draw(withRules(4)).height - draw(withRules(1)).height).toBe(height(4) - height(1));
  });

  test('a folded list takes less space and shows the number of its steps', () => {
    const [, flow] = flows.find(([name]) => name === 'pix-two-reminders')!;
    const outline = outlineOf(flow);
    const list = [...outline.steps.values()].flatMap(({ lists }) => lists).find(({ steps }) => steps.length > 0)!;
    const folded = layoutOf(outline, new Set([list.id]), 'pt-BR');
    expect(folded.height).toBeLessThanOrEqual(layoutOf(outline, new Set(), 'pt-BR').height);
    expect(folded.pills.find((pill) => pill.list.id === list.id)?.hidden).toBeGreaterThan(0);
  });
});
