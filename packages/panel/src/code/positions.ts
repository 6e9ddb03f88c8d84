import type { Diagnostic } from '@codemirror/lint';
import type { EditorState, Text } from '@codemirror/state';
import type { CodeIssue } from './editor-props.ts';

/** The offset of a line and column that count from 1, limited to the existing text. */
export function offsetAt(text: Text, line: number, column: number): number {
  const at = text.line(Math.min(Math.max(line, 1), text.lines));
  return Math.min(at.from + Math.max(column - 1, 0), at.to);
}

/** An issue as a mark on the word at its position, or on one character if there is no word. */
export function diagnosticOf(state: EditorState, { line, column, message, severity }: CodeIssue): Diagnostic {
  const from = offsetAt(state.doc, line, column);
  const to = state.wordAt(from)?.to ?? Math.min(from + 1, state.doc.length);
  return { from, to: Math.max(to, from), message, severity };
}
