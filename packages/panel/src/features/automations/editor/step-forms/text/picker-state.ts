import { StateEffect, StateField, type EditorState, type Extension, type Transaction } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { PickerRow } from './picker-rows.ts';

/** The range of an open picker. The picked metatag replaces `from` to `to`; `query` filters the list. */
export type PickerRange = { from: number; to: number; query: string; isRequested: boolean };

const setRange = StateEffect.define<PickerRange | null>();

const rangeField = StateField.define<PickerRange | null>({
  create: () => null,
  update(before, change) {
    for (const effect of change.effects) if (effect.is(setRange)) return effect.value;
    return change.docChanged || change.selection ? rangeAfter(before, change) : before;
  },
});

/** Stores the range of the open picker and reports each change. Two typed braces open it. */
export const pickerState = (onChange: (range: PickerRange | null) => void): Extension => [
  rangeField,
  EditorView.updateListener.of(({ state, startState }) => {
    const range = state.field(rangeField);
    if (range !== startState.field(rangeField)) onChange(range);
  }),
  EditorView.domEventHandlers({ blur: (_event, view) => void closePicker(view) }),
];

/** Opens the picker at the caret: in braces that are already open, or where they will be inserted. */
export function openPicker(view: EditorView): boolean {
  const { state } = view;
  const { from, to } = state.selection.main;
  const range = bracesBefore(state) ?? { from, to, query: '', isRequested: true };
  view.dispatch({ effects: setRange.of(range) });
  return true;
}

/** Closes the picker; the text stays unchanged. */
export function closePicker(view: EditorView): boolean {
  if (view.state.field(rangeField)) view.dispatch({ effects: setRange.of(null) });
  return true;
}

/** Replaces the range of the open picker by a metatag. */
export function pickMetatag(view: EditorView, { name }: PickerRow): void {
  const range = view.state.field(rangeField);
  if (!range) return;
  const tag = `{{${name}}}`;
  view.dispatch({
    changes: { from: range.from, to: range.to, insert: tag },
    selection: { anchor: range.from + tag.length },
    effects: setRange.of(null),
    userEvent: 'input.complete',
    scrollIntoView: true,
  });
  view.focus();
}

function rangeAfter(before: PickerRange | null, change: Transaction): PickerRange | null {
  const { state } = change;
  if (before?.isRequested) return queryRange(state, before.from);
  const typed = change.isUserEvent('input') || change.isUserEvent('delete');
  return before || typed ? bracesBefore(state) : null;
}

/** The text after two unclosed braces before the caret; closing braces after the caret belong to the range. */
function bracesBefore(state: EditorState): PickerRange | null {
  const { head, empty } = state.selection.main;
  if (!empty) return null;
  const line = state.doc.lineAt(head);
  const found = /\{\{([^{}]{0,40})$/.exec(line.text.slice(0, head - line.from));
  if (!found) return null;
  const closing = /^\}{0,2}/.exec(line.text.slice(head - line.from))![0].length;
  return { from: head - found[0].length, to: head + closing, query: found[1]!, isRequested: false };
}

function queryRange(state: EditorState, from: number): PickerRange | null {
  const { head } = state.selection.main;
  if (head < from || head - from > 40) return null;
  const query = state.doc.sliceString(from, head);
  return query.includes('\n') ? null : { from, to: head, query, isRequested: true };
}
