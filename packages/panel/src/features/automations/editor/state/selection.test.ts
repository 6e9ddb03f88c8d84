import { describe, expect, test } from 'vitest';
import { initialSelection, publishTried, selected, toggled, withNewStep, type SelectionState } from './selection.ts';

const after = (...changes: ((state: SelectionState) => Partial<SelectionState>)[]): SelectionState =>
  changes.reduce((state, change) => ({ ...state, ...change(state) }), initialSelection);

describe('what is selected in the editor', () => {
  test('a step takes the cursor and ends the multi-selection; closing its panel leaves the cursor', () => {
    const opened = after(
      (state) => toggled(state, 'b'),
      (state) => selected(state, 'a'),
    );
    expect(opened).toMatchObject({ selectedId: 'a', cursorId: 'a', multiSelection: new Set() });
    expect({ ...opened, ...selected(opened, undefined) }).toMatchObject({ selectedId: undefined, cursorId: 'a' });
    expect(selected(opened, 'a')).toEqual({});
  });

  test('toggling adds a step to the multi-selection and removes it again, and leaves the earlier set as it was', () => {
    const both = after(
      (state) => toggled(state, 'a'),
      (state) => toggled(state, 'b'),
    );
    expect([...both.multiSelection]).toEqual(['a', 'b']);
    expect([...toggled(both, 'a').multiSelection!]).toEqual(['b']);
    expect([...both.multiSelection]).toEqual(['a', 'b']);
  });

  test('a step is new until its panel is left, or publish is pressed', () => {
    const added = after(
      () => withNewStep('a'),
      (state) => selected(state, 'a'),
    );
    expect([...added.newStepIds]).toEqual(['a']);
    expect([...selected(added, 'b').newStepIds!]).toEqual([]);
    expect([...selected(added, undefined).newStepIds!]).toEqual([]);
    expect(publishTried).toMatchObject({ newStepIds: new Set(), hasTriedPublishing: true });
  });
});
