import { TextInput, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../../../../ui/texts.ts';
import { useFlowDocument } from '../state/flow-document.ts';
import { useEditorStore } from '../state/use-editor.ts';
import { texts } from './texts.ts';

/** The automation's name, edited in place. It is also the page's heading. */
export function NameField(): ReactNode {
  const t = useTexts(texts);
  const { flow, locked } = useFlowDocument();
  const { apply } = useEditorStore();
  const write = (name: string): void =>
    void apply([{ op: 'update_step', nodeId: 'trigger-0', changes: { name } }], { typing: 'name' });
  return (
    <>
      <VisuallyHidden component="h1">{flow.name || t.noName}</VisuallyHidden>
      <TextInput
        aria-label={t.name}
        value={flow.name}
        readOnly={locked !== undefined}
        // A longer name is shown and refused, because a cut one would be saved unseen.
        maxLength={1_000}
        error={flow.name.trim().length < 3 || flow.name.length > 100}
        onChange={(event) => write(event.currentTarget.value)}
        styles={{
          input: {
            fontWeight: 600,
            fontSize: 15,
            height: 28,
            minHeight: 28,
            paddingInline: 6,
            borderColor: 'transparent',
            background: 'transparent',
            textOverflow: 'ellipsis',
          },
        }}
        ml={-7}
        maw={420}
      />
    </>
  );
}
