import type { Flow } from '@retoma/flow';
import { expect, test } from 'vitest';
import { unpublishedIn } from './unpublished.ts';

const flow: Flow = {
  name: 'Teste',
  trigger_event: 'pix.generated',
  steps: [
    { id: 'a', type: 'delay', minutes: 5 },
    { id: 'b', type: 'delay', minutes: 10 },
    { id: 'c', type: 'delay', minutes: 15 },
  ],
};
const [a, b, c] = flow.steps as [Flow['steps'][0], Flow['steps'][0], Flow['steps'][0]];

test('a new, changed or moved step is unpublished; its neighbours are not', () => {
  const steps: Flow['steps'] = [c, a, { ...b, minutes: 11 } as typeof b, { id: 'd', type: 'end' }];
  expect([...unpublishedIn(flow, { ...flow, steps })]).toEqual([
    ['c', 'changed'],
    ['b', 'changed'],
    ['d', 'added'],
  ]);
  expect(unpublishedIn(flow, structuredClone(flow)).size).toBe(0);
});

test('the trigger is unpublished after a change of its event, not after a change of the automation name', () => {
  expect(unpublishedIn(flow, { ...flow, name: 'Outro' }).size).toBe(0);
  expect([...unpublishedIn(flow, { ...flow, trigger_event: 'boleto.generated' })]).toEqual([['trigger-0', 'changed']]);
});
