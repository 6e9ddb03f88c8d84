import type { EditorView } from '@codemirror/view';
import type { Extension } from '@codemirror/state';

/** An issue to mark in the text. `line` and `column` count from 1, columns in UTF-16 units. */
export type CodeIssue = { line: number; column: number; message: string; severity: 'error' | 'warning' };

/** The properties of a code editor. */
export type CodeEditorProps = {
  value: string;
  onChange?: (value: string) => void;
  language: 'json' | 'mjml';
  /** The accessible name. */
  label: string;
  readOnly?: boolean;
  issues?: readonly CodeIssue[];
  /** The position to scroll to and focus, from 1. Passing a new object repeats the jump. */
  jumpTo?: { line: number; column: number } | undefined;
  /** A CSS height; without it, the height of the container. */
  height?: string;
  /** Read only when the editor is created: chips, completion and the like. */
  extensions?: Extension;
  /** Passes the view to a caller that inserts text at the caret. */
  onReady?: (view: EditorView) => void;
};
