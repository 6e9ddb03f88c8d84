import { Button, Group, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTexts } from '../../../../ui/texts.ts';
import { useEditor, useEditorStore } from '../state/use-editor.ts';
import { texts } from './texts.ts';

/** Shows that a proposal was applied. Offers undo until another change follows. */
export function AppliedHint(): ReactNode {
  const t = useTexts(texts);
  const revision = useEditor((state) => state.revision);
  const { undo } = useEditorStore();
  const [made] = useState(revision);
  const [isUndone, setUndone] = useState(false);
  const takeBack = (): void => {
    undo();
    setUndone(true);
  };
  return (
    <Group gap="xs" role="status" mt="xs">
      <Text size="sm">{isUndone ? t.undone : t.applied}</Text>
      {!isUndone && revision <= made + 1 && (
        <Button size="compact-sm" variant="default" onClick={takeBack}>
          {t.undo}
        </Button>
      )}
    </Group>
  );
}
