import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { Annotation, Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { use, useEffect, useRef, type ReactNode } from 'react';
import type { CodeEditorProps } from './editor-props.ts';
import './code.css';
import { editorTheme } from './editor-theme.ts';
import { diagnosticOf, offsetAt } from './positions.ts';

const languages = {
  json: { load: () => import('./json-language.ts') },
  mjml: { load: () => import('./mjml-language.ts') },
} as const;
const loading = new Map<string, Promise<{ language: Extension }>>();

/** Loads a language once, each from a separate chunk. */
function loaded(name: keyof typeof languages): Promise<{ language: Extension }> {
  const before = loading.get(name);
  if (before) return before;
  const now = languages[name].load();
  loading.set(name, now);
  return now;
}

/** Marks a change that comes from a property, so that it is not reported as typing. */
const fromProperty = Annotation.define<boolean>();

const readOnlyOf = (readOnly: boolean): Extension => [EditorState.readOnly.of(readOnly)];

/** CodeMirror under React: CodeMirror owns the text, React passes changes of the property. Loaded by `CodeEditor`. */
export function CodeMirror(props: CodeEditorProps): ReactNode {
  const { value, label, readOnly = false, issues, jumpTo } = props;
  const { language } = use(loaded(props.language));
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const latest = useRef(props);
  const locking = useRef(new Compartment());
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    const { value, readOnly = false, extensions = [], onReady } = latest.current;
    const opened = new EditorView({
      parent: host.current!,
      doc: value,
      extensions: [
        lineNumbers(),
        foldGutter(),
        lintGutter(),
        history(),
        highlightActiveLine(),
        bracketMatching(),
        indentOnInput(),
        keymap.of([...defaultKeymap, ...historyKeymap, ...foldKeymap, ...lintKeymap]),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !update.transactions.some((one) => one.annotation(fromProperty)))
            latest.current.onChange?.(update.state.doc.toString());
        }),
        locking.current.of(readOnlyOf(readOnly)),
        editorTheme,
        language,
        extensions,
      ],
    });
    view.current = opened;
    onReady?.(opened);
    return () => {
      view.current = undefined;
      opened.destroy();
    };
  }, [language, label]);
  useEffect(() => {
    const opened = view.current!;
    if (value !== opened.state.doc.toString())
      opened.dispatch({
        changes: { from: 0, to: opened.state.doc.length, insert: value },
        annotations: fromProperty.of(true),
      });
    const { state } = opened;
    opened.dispatch(
      setDiagnostics(
        state,
        (issues ?? []).map((issue) => diagnosticOf(state, issue)),
      ),
    );
  }, [value, issues]);
  useEffect(() => {
    view.current!.dispatch({ effects: locking.current.reconfigure(readOnlyOf(readOnly)) });
  }, [readOnly]);
  useEffect(() => {
    if (!jumpTo) return;
    const at = offsetAt(view.current!.state.doc, jumpTo.line, jumpTo.column);
    view.current!.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) });
    view.current!.focus();
  }, [jumpTo]);
  return <div ref={host} style={{ height: '100%' }} />;
}
