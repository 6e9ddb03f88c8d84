import { CloseButton, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../../../../../../ui/texts.ts';
import { useBlockName } from '../block-name.ts';
import { EmailPreviewPane } from '../email-preview.tsx';
import type { EmailDraft } from '../use-email-draft.ts';
import type { EmailEditing } from '../use-email-editing.ts';
import { BlockActions } from './block-actions.tsx';
import { BlockFields } from './block-fields.tsx';
import { EditableFrame } from './editable-frame.tsx';
import { visualTexts } from './texts.ts';

/** The properties of the views that edit an e-mail as blocks. `draft`: of the marked e-mail. */
export type BlockViewProps = { editing: EmailEditing; draft: EmailDraft; openCode: (line: number) => void };

/** The preview, in which a click chooses a block, and the fields of the chosen block beside it. */
export function VisualView({ editing, draft, openCode }: BlockViewProps): ReactNode {
  const t = useTexts(visualTexts);
  const { selected } = editing;
  return (
    <div className="email-split email-visual">
      <div className="email-pane email-canvas">
        <EditablePreview editing={editing} draft={draft} />
      </div>
      <section
        className="email-pane email-fields"
        aria-label={t.fields}
        data-empty={selected === undefined || undefined}
      >
        {selected === undefined ? (
          <Text size="sm" c="dimmed">
            {t.hint}
          </Text>
        ) : (
          <ChosenBlock editing={editing} index={selected} openCode={openCode} />
        )}
      </section>
    </div>
  );
}

/** The preview of an e-mail with a button over each block. */
export const EditablePreview = ({ editing, draft }: Pick<BlockViewProps, 'editing' | 'draft'>): ReactNode => (
  <EmailPreviewPane
    draft={draft}
    renderFrame={(html, view) => <EditableFrame html={html} {...view} editing={editing} />}
  />
);

function ChosenBlock({ editing, index, openCode }: Omit<BlockViewProps, 'draft'> & { index: number }): ReactNode {
  const t = useTexts(visualTexts);
  const name = useBlockName()(editing.blocks[index]!);
  return (
    <>
      <Group justify="space-between" wrap="nowrap">
        <Text fw={600} truncate>
          {t[editing.blocks[index]!.kind]}
        </Text>
        <Group gap={2} wrap="nowrap">
          {editing.change && <BlockActions editing={editing} index={index} name={name} />}
          <CloseButton aria-label={t.close} onClick={() => editing.select(undefined)} />
        </Group>
      </Group>
      <BlockFields editing={editing} index={index} openCode={openCode} />
    </>
  );
}
