import { Box, Skeleton } from '@mantine/core';
import { lazy, Suspense, type ReactNode } from 'react';
import type { CodeEditorProps } from './editor-props.ts';

const Editor = lazy(async () => ({ default: (await import('./code-mirror.tsx')).CodeMirror }));

/** A code editor, in a separate chunk. The placeholder while it loads has the same height. */
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
