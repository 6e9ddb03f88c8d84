import { defaultKeymap, history, historyKeymap, isolateHistory } from '@codemirror/commands';
import { Annotation, Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap, placeholder as placeholderOf } from '@codemirror/view';
import { useEffect, useRef, type RefObject } from 'react';

/** The properties of a text editor. `extensions`, `attributes` and `onReady` are read only at creation. */
type TextViewProps = {
  value: string;
  onChange: (value: string) => void;
  lines: boolean;
  readOnly: boolean;
  isInvalid: boolean;
  placeholder?: string | undefined;
  attributes: Record<string, string>;
  extensions: Extension;
  onReady: (view: EditorView) => void;
};

/** Marks a change that comes from a property, so that it is not reported as typing. */
const fromProperty = Annotation.define<boolean>();

/** Creates a text editor in the element of the ref. It has its own undo history; a new `value` is one entry of it. */
export function useTextView(props: TextViewProps): RefObject<HTMLDivElement | null> {
  const { value, readOnly, isInvalid } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const latest = useRef(props);
  const state = useRef(new Compartment());
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    const { onReady } = latest.current;
    const opened = openView(host.current!, latest, state.current);
    view.current = opened;
    onReady(opened);
    return () => opened.destroy();
  }, []);
  useEffect(() => {
    view.current?.dispatch({ effects: state.current.reconfigure(stateOf(readOnly, isInvalid)) });
  }, [readOnly, isInvalid]);
  useEffect(() => {
    const opened = view.current;
    if (!opened || value === opened.state.doc.toString()) return;
    opened.dispatch({
      changes: { from: 0, to: opened.state.doc.length, insert: value },
      annotations: [fromProperty.of(true), isolateHistory.of('full')],
    });
  }, [value]);
  return host;
}

function openView(parent: HTMLElement, latest: RefObject<TextViewProps>, state: Compartment): EditorView {
  const { value, lines, readOnly, isInvalid, placeholder, attributes, extensions } = latest.current;
  return new EditorView({
    parent,
    doc: value,
    extensions: [
      extensions,
      history(),
      keymap.of([...defaultKeymap, ...historyKeymap]),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ ...attributes, 'aria-multiline': String(lines), spellcheck: 'true' }),
      placeholder === undefined ? [] : placeholderOf(placeholder),
      lines ? [] : oneLine,
      state.of(stateOf(readOnly, isInvalid)),
      EditorView.updateListener.of((update) => {
        if (update.docChanged && !update.transactions.some((one) => one.annotation(fromProperty)))
          latest.current.onChange(update.state.doc.toString());
      }),
    ],
  });
}

const stateOf = (readOnly: boolean, isInvalid: boolean): Extension => [
  EditorState.readOnly.of(readOnly),
  EditorView.contentAttributes.of({
    ...(readOnly && { 'aria-readonly': 'true' }),
    ...(isInvalid && { 'aria-invalid': 'true' }),
  }),
];

/** Joins pasted lines into one; Enter does nothing. */
const oneLine: Extension = EditorState.transactionFilter.of((change) => {
  if (!change.docChanged || change.newDoc.lines === 1) return change;
  const text = change.newDoc.toString().replace(/\s*\n\s*/g, ' ');
  const isEnter = text.trim() === change.startState.doc.toString().trim();
  if (isEnter) return [];
  return [
    {
      changes: { from: 0, to: change.startState.doc.length, insert: text },
      selection: { anchor: text.length },
      userEvent: 'input.paste',
    },
  ];
});
