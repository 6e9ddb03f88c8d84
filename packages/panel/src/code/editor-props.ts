import type { EditorView } from '@codemirror/view';
import type { Extension } from '@codemirror/state';

/** Something to be marked in the text. `line` and `column` count from 1, columns in UTF-16 units. */
export type CodeIssue = { line: number; column: number; message: string; severity: 'error' | 'warning' };

/** What an editor of code is given. */
export type CodeEditorProps = {
  value: string;
  onChange?: (value: string) => void;
  language: 'json' | 'mjml';
  /** What a screen reader calls it. */
  label: string;
  readOnly?: boolean;
  issues?: readonly CodeIssue[];
  /** Where to go; a new object goes there again, and takes the focus. Counts from 1. */
  jumpTo?: { line: number; column: number } | undefined;
  /** As CSS; the height of its container if absent. */
  height?: string;
  /** Given once: chips, completion and the like. */
  extensions?: Extension;
  /** Passes the view to the caller that inserts text at the caret. */
  onReady?: (view: EditorView) => void;
};
