import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../../../../ui/icons.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import { useEditor, useEditorStore } from '../state/use-editor.ts';
import styles from './canvas.module.css';
import { copyToClipboard, useEditing } from './editing.tsx';
import { texts } from './texts.ts';

/** The number of selected steps and the actions on them; nothing without a selection. */
export function SelectionBar(): ReactNode {
  const t = useTexts(texts);
  const store = useEditorStore();
  const multiSelection = useEditor((state) => state.multiSelection);
  const { copyText, outline } = useEditing();
  const ids = [...multiSelection].filter((id) => outline.steps.has(id));
  if (ids.length === 0) return null;
  const clear = (): void => {
    store.endMultiSelection();
    store.goTo();
  };
  return (
    <Group className={styles.chosen} role="group" aria-label={t.chosenLabel} gap="xs" justify="center">
      <Text size="sm" fw={500} role="status">
        {t.selectedCount(ids.length)}
      </Text>
      <Button
        size="xs"
        variant="default"
        leftSection={<Icon name="copy" size={14} />}
        onClick={() => void copyToClipboard(copyText(ids), t.copiedMany)}
      >
        {t.copy}
      </Button>
      <Button
        size="xs"
        variant="light"
        color="vermelho"
        leftSection={<Icon name="trash" size={14} />}
        onClick={() => store.openDialog({ kind: 'remove', ids })}
      >
        {t.remove}
      </Button>
      <Button size="xs" variant="subtle" onClick={clear}>
        {t.clear}
      </Button>
    </Group>
  );
}
