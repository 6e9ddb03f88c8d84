import type { Flow } from '@retoma/flow';
import { describe, expect, test } from 'vitest';
import { createDocumentStore } from './editor-store.ts';

const flow: Flow = {
  name: 'Recuperar PIX',
  trigger_event: 'pix.generated',
  steps: [
    { id: 'a', type: 'delay', minutes: 30 },
    { id: 'b', type: 'delay', minutes: 60 },
  ],
};

describe('the document of the editor', () => {
  test('[EDT2] undo restores the exact JSON, redo repeats the change', () => {
    const store = createDocumentStore(flow);
    store.apply([{ op: 'update_step', nodeId: 'a', changes: { minutes: 45 } }]);
    store.apply([{ op: 'remove_step', nodeId: 'b' }]);
    const after = JSON.stringify(store.get().history.flow);
    store.turn('undo');
    store.turn('undo');
    expect(JSON.stringify(store.get().history.flow)).toBe(JSON.stringify(flow));
    store.turn('redo');
    store.turn('redo');
    expect(JSON.stringify(store.get().history.flow)).toBe(after);
    expect(store.get().revision).toBe(6);
  });

  test('[EDT2] typing in one field without a pause is one undo entry', () => {
    let at = 0;
    const store = createDocumentStore(flow, () => at);
    const type = (minutes: number, later: number): void => {
      at += later;
      store.apply([{ op: 'update_step', nodeId: 'a', changes: { minutes } }], 'a minutes');
    };
    type(3, 0);
    type(31, 200);
    type(312, 700);
    type(5, 900);
    expect(store.get().history.undo).toHaveLength(2);
    store.turn('undo');
    expect(store.get().history.flow.steps[0]).toMatchObject({ minutes: 312 });
  });

  test('[EDT2] replacing the flow is one undo entry, and so is an import', () => {
    const store = createDocumentStore(flow);
    store.replace({ ...flow, name: 'Outra', steps: [{ id: 'c', type: 'end' }] });
    expect(store.get().history.flow.name).toBe('Outra');
    store.turn('undo');
    expect(JSON.stringify(store.get().history.flow)).toBe(JSON.stringify(flow));
  });

  test('[EDT2] fields show an undo, redo or replacement at once, and may lag behind a change of the tree', () => {
    const store = createDocumentStore(flow);
    const fieldsLag = (): boolean => store.get().written < store.get().revision;
    store.apply([{ op: 'remove_step', nodeId: 'b' }]);
    expect(fieldsLag()).toBe(true);
    store.turn('undo');
    expect(fieldsLag()).toBe(false);
    store.apply([{ op: 'remove_step', nodeId: 'a' }]);
    store.replace({ ...flow, name: 'Outra' });
    expect(fieldsLag()).toBe(false);
    store.turn('undo');
    store.turn('redo');
    expect(fieldsLag()).toBe(false);
  });

  test('[EDT3] a flat flow is unchanged until it is edited, and one undo restores it', () => {
    const flat: Flow = {
      name: 'Plana',
      trigger_event: 'pix.generated',
      steps: [
        {
          id: 'check',
          type: 'condition',
          branches: [{ id: 'check1-paid', conditions: [{ field: 'payment_status', operator: '=', value: 'paid' }] }],
        },
        { id: 'fim', type: 'end', parentId: 'check1-paid' },
      ],
    };
    const store = createDocumentStore(flat);
    expect(store.get().history.flow).toBe(flat);
    expect(
      store.apply([{ op: 'insert_before', beforeNodeId: 'check', step: { type: 'delay', minutes: 5 } }]),
    ).toBeUndefined();
    expect(store.get().history.flow.steps.map(({ type }) => type)).toEqual(['delay', 'condition']);
    store.turn('undo');
    expect(JSON.stringify(store.get().history.flow)).toBe(JSON.stringify(flat));
  });

  test('a refusal changes nothing', () => {
    const store = createDocumentStore(flow);
    expect(store.apply([{ op: 'remove_step', nodeId: 'nobody' }])).toMatchObject({ code: 'UNKNOWN_STEP' });
    expect(store.get()).toMatchObject({ revision: 0 });
  });
});
