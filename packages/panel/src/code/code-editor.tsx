import { Box, Skeleton } from '@mantine/core';
import type { EditorView } from '@codemirror/view';
import type { Extension } from '@codemirror/state';
import { lazy, Suspense, type ReactNode } from 'react';

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
  /** As CSS; as high as what it lies in where absent. */
  height?: string;
  /** Given once: chips, completion and the like. */
  extensions?: Extension;
  /** Tells the view, for whoever puts text in at the caret. */
  onReady?: (view: EditorView) => void;
};

const Editor = lazy(async () => ({ default: (await import('./code-mirror.tsx')).CodeMirror }));

/** An editor of code, in a chunk of its own. What it shows while that comes is as high. */
export const CodeEditor = (props: CodeEditorProps): ReactNode => (
  <Box
    h={props.height ?? '100%'}
    style={{ border: '1px solid var(--retoma-border)', borderRadius: 8, overflow: 'hidden' }}
  >
    <Suspense fallback={<Skeleton h="100%" radius={0} />}>
      <Editor {...props} />
    </Suspense>
  </Box>
);
