import { StateEffect, StateField, type EditorState, type Extension, type Transaction } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { PickerRow } from './picker-rows.ts';

/** Where the picker is open: what stands from `from` to `to` is replaced by what is chosen, `query` is what it is chosen by. */
export type PickerPlace = { from: number; to: number; query: string; asked: boolean };

const setPlace = StateEffect.define<PickerPlace | null>();

const placeField = StateField.define<PickerPlace | null>({
  create: () => null,
  update(before, change) {
    for (const effect of change.effects) if (effect.is(setPlace)) return effect.value;
    return change.docChanged || change.selection ? placeAfter(before, change) : before;
  },
});

/** Keeps where the picker is open, and tells whenever that changes. It opens by itself when somebody types two braces. */
export const pickerState = (tell: (place: PickerPlace | null) => void): Extension => [
  placeField,
  EditorView.updateListener.of(({ state, startState }) => {
    const place = state.field(placeField);
    if (place !== startState.field(placeField)) tell(place);
  }),
  EditorView.domEventHandlers({ blur: (_event, view) => void closePicker(view) }),
];

/** Opens it at the caret: in braces that are already open, or where they will be. */
export function openPicker(view: EditorView): boolean {
  const { state } = view;
  const { from, to } = state.selection.main;
  const place = bracesBefore(state) ?? { from, to, query: '', asked: true };
  view.dispatch({ effects: setPlace.of(place) });
  return true;
}

/** Closes it, and leaves the text as it is. */
export function closePicker(view: EditorView): boolean {
  if (view.state.field(placeField)) view.dispatch({ effects: setPlace.of(null) });
  return true;
}

/** Puts a metatag into the place of an open picker. */
export function pickMetatag(view: EditorView, { name }: PickerRow): void {
  const place = view.state.field(placeField);
  if (!place) return;
  const tag = `{{${name}}}`;
  view.dispatch({
    changes: { from: place.from, to: place.to, insert: tag },
    selection: { anchor: place.from + tag.length },
    effects: setPlace.of(null),
    userEvent: 'input.complete',
    scrollIntoView: true,
  });
  view.focus();
}

function placeAfter(before: PickerPlace | null, change: Transaction): PickerPlace | null {
  const { state } = change;
  if (before?.asked) return placeOfQuery(state, before.from);
  const typed = change.isUserEvent('input') || change.isUserEvent('delete');
  return before || typed ? bracesBefore(state) : null;
}

/** What was typed behind two braces that are not closed yet; braces that follow the caret are theirs. */
function bracesBefore(state: EditorState): PickerPlace | null {
  const { head, empty } = state.selection.main;
  if (!empty) return null;
  const line = state.doc.lineAt(head);
  const found = /\{\{([^{}]{0,40})$/.exec(line.text.slice(0, head - line.from));
  if (!found) return null;
  const closing = /^\}{0,2}/.exec(line.text.slice(head - line.from))![0].length;
  return { from: head - found[0].length, to: head + closing, query: found[1]!, asked: false };
}

function placeOfQuery(state: EditorState, from: number): PickerPlace | null {
  const { head } = state.selection.main;
  if (head < from || head - from > 40) return null;
  const query = state.doc.sliceString(from, head);
  return query.includes('\n') ? null : { from, to: head, query, asked: true };
}
