import { ActionIcon, Button, Group, Modal, SegmentedControl } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { Icon } from '../../../../../ui/icons.tsx';
import { useTexts } from '../../../../../ui/texts.ts';
import { useFlowDocument } from '../../state/flow-document.ts';
import { useEditorStore } from '../../state/use-editor.ts';
import { BlockView } from './block-view.tsx';
import { CodeView } from './code-view.tsx';
import './email.css';
import { emailTexts } from './texts.ts';
import type { ChangeEmail } from './use-email-editing.ts';

const views = ['visual', 'list', 'code'] as const;
type EmailEditorView = (typeof views)[number];

type StudioProps = {
  text: string;
  /** Absent if read-only. */
  onChange: ChangeEmail | undefined;
  onClose: () => void;
};

/** A full-screen editor for the content of an e-mail, in three views of one text: the preview, the list of blocks, and the code. */
export function EmailStudio({ text, onChange, onClose }: StudioProps): ReactNode {
  const t = useTexts(emailTexts);
  const [view, setView] = useState<EmailEditorView>('visual');
  const [line, setLine] = useState<number>();
  const show = (next: EmailEditorView, at?: number): void => {
    setView(next);
    setLine(at);
  };
  const labels = { visual: t.visualView, list: t.listView, code: t.codeTab };
  return (
    <Modal.Root opened onClose={onClose} fullScreen closeOnEscape={false}>
      <Modal.Content className="email-studio">
        <Group justify="space-between" gap="xs" px="md" py="xs" className="email-studio-head">
          <Modal.Title fw={600}>{t.title}</Modal.Title>
          <SegmentedControl
            size="xs"
            aria-label={t.views}
            data={views.map((value) => ({ value, label: labels[value] }))}
            value={view}
            onChange={(next) => show(views.find((one) => one === next) ?? 'visual')}
          />
          <Group gap="xs">
            {onChange && <UndoButtons text={text} />}
            <Button onClick={onClose}>{t.done}</Button>
          </Group>
        </Group>
        {view === 'code' ? (
          <CodeView text={text} change={onChange} line={line} />
        ) : (
          <BlockView view={view} text={text} change={onChange} openCode={(at) => show('code', at)} />
        )}
      </Modal.Content>
    </Modal.Root>
  );
}

/** Undoes and redoes the changes of the automation that were made since the e-mail was opened. */
function UndoButtons({ text }: { text: string }): ReactNode {
  const t = useTexts(emailTexts);
  const store = useEditorStore();
  const { canUndo, canRedo } = useFlowDocument();
  const [opened] = useState(text);
  const isChanged = canUndo && text !== opened;
  const undo = (): void => void (isChanged && store.undo());
  const redo = (): void => void (canRedo && store.redo());
  useHotkeys([
    ['mod+Z', undo],
    ['mod+shift+Z', redo],
    ['mod+Y', redo],
  ]);
  return (
    <Group gap={2}>
      {(
        [
          [t.undo, 'undo', undo, isChanged],
          [t.redo, 'redo', redo, canRedo],
        ] as const
      ).map(([label, icon, run, isOn]) => (
        <ActionIcon
          key={icon}
          variant="subtle"
          color="gray"
          size={32}
          aria-label={label}
          title={label}
          disabled={!isOn}
          onClick={run}
        >
          <Icon name={icon} />
        </ActionIcon>
      ))}
    </Group>
  );
}
