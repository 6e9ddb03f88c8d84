import type { Flow } from '@retoma/flow';
import { describe, expect, test } from 'vitest';
import { createEditorStore } from './editor-store.ts';

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
    const store = createEditorStore(flow);
    store.apply([{ op: 'update_step', nodeId: 'a', changes: { minutes: 45 } }]);
    store.apply([{ op: 'remove_step', nodeId: 'b' }]);
    const after = JSON.stringify(store.get().history.flow);
    store.undo();
    store.undo();
    expect(JSON.stringify(store.get().history.flow)).toBe(JSON.stringify(flow));
    store.redo();
    store.redo();
    expect(JSON.stringify(store.get().history.flow)).toBe(after);
    expect(store.get().revision).toBe(6);
  });

  test('[EDT2] typing in one field without a pause is one undo entry', () => {
    let at = 0;
    const store = createEditorStore(flow, () => at);
    const type = (minutes: number, later: number): void => {
      at += later;
      store.apply([{ op: 'update_step', nodeId: 'a', changes: { minutes } }], { typing: 'a minutes' });
    };
    type(3, 0);
    type(31, 200);
    type(312, 700);
    type(5, 900);
    expect(store.get().history.undo).toHaveLength(2);
    store.undo();
    expect(store.get().history.flow.steps[0]).toMatchObject({ minutes: 312 });
  });

  test('[EDT2] replacing the flow is one undo entry, and so is an import', () => {
    const store = createEditorStore(flow);
    store.replace({ ...flow, name: 'Outra', steps: [{ id: 'c', type: 'end' }] });
    expect(store.get().history.flow.name).toBe('Outra');
    store.undo();
    expect(JSON.stringify(store.get().history.flow)).toBe(JSON.stringify(flow));
  });

  test('[EDT2] fields show an undo, redo or replacement at once, and may lag behind a change of the tree', () => {
    const store = createEditorStore(flow);
    const fieldsLag = (): boolean => store.get().fieldRevision < store.get().revision;
    store.apply([{ op: 'remove_step', nodeId: 'b' }], { fieldsMayLag: true });
    expect(fieldsLag()).toBe(true);
    store.undo();
    expect(fieldsLag()).toBe(false);
    store.apply([{ op: 'remove_step', nodeId: 'a' }], { fieldsMayLag: true });
    store.replace({ ...flow, name: 'Outra' });
    expect(fieldsLag()).toBe(false);
    store.undo();
    store.redo();
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
    const store = createEditorStore(flat);
    expect(store.get().history.flow).toBe(flat);
    expect(
      store.apply([{ op: 'insert_before', beforeNodeId: 'check', step: { type: 'delay', minutes: 5 } }]),
    ).toBeUndefined();
    expect(store.get().history.flow.steps.map(({ type }) => type)).toEqual(['delay', 'condition']);
    store.undo();
    expect(JSON.stringify(store.get().history.flow)).toBe(JSON.stringify(flat));
  });

  test('a refusal changes nothing', () => {
    const store = createEditorStore(flow);
    expect(store.apply([{ op: 'remove_step', nodeId: 'nobody' }])).toMatchObject({ code: 'UNKNOWN_STEP' });
    expect(store.get()).toMatchObject({ revision: 0 });
  });
});

describe('the moves of the editor', () => {
  test('opening a step selects it and asks for the focus of its first field; the pointer leaves the focus', () => {
    const store = createEditorStore(flow);
    store.openStep('a');
    expect(store.get()).toMatchObject({ selectedId: 'a', cursorId: 'a', fieldFocusRequest: 1 });
    store.openStep('a');
    expect(store.get().fieldFocusRequest).toBe(2);
    store.select('b');
    expect(store.get()).toMatchObject({ selectedId: 'b', cursorId: 'b', fieldFocusRequest: 0 });
  });

  test('going to a step moves the cursor, asks for the focus of its card and announces', () => {
    const store = createEditorStore(flow);
    store.goTo('b', 'Passo movido');
    expect(store.get()).toMatchObject({ cursorId: 'b', cardFocusRequest: 1, announcement: 'Passo movido' });
    store.goTo();
    expect(store.get()).toMatchObject({ cursorId: 'b', cardFocusRequest: 2, isJump: false, announcement: '' });
    store.jumpTo('a');
    expect(store.get()).toMatchObject({ cursorId: 'a', cardFocusRequest: 3, isJump: true });
  });

  test('a new step is open, new, and announced', () => {
    const store = createEditorStore(flow);
    store.openNewStep('b', 'Espera criada');
    expect(store.get()).toMatchObject({ selectedId: 'b', newStepIds: new Set(['b']), announcement: 'Espera criada' });
    store.select('a');
    expect(store.get().newStepIds.size).toBe(0);
  });

  test('a subscriber is called once for each change, and not when nothing changes', () => {
    const store = createEditorStore(flow);
    let calls = 0;
    const leave = store.subscribe(() => calls++);
    store.openDialog({ kind: 'find' });
    store.closeDialog();
    store.openNewStep('a', '');
    store.select('a');
    store.undo();
    expect(store.get().dialog).toBeUndefined();
    expect(calls).toBe(3);
    leave();
    store.goTo('b');
    expect(calls).toBe(3);
  });
});
