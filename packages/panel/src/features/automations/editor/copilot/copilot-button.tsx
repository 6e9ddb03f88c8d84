import { Button } from '@mantine/core';
import { useCallback, type ReactNode } from 'react';
import { Icon } from '../../../../ui/icons.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import { useStore } from '../../../../ui/use-store.ts';
import { useCopilotCall } from './call-copilot.ts';
import { texts } from './texts.ts';

/** Opens and closes the copilot; for members who may edit. */
export function CopilotButton({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }): ReactNode {
  const t = useTexts(texts);
  const { can } = useStore();
  const open = useCallback(() => {
    if (!isOpen) onToggle();
  }, [isOpen, onToggle]);
  useCopilotCall(open);
  if (!can('editAutomations')) return null;
  return (
    <Button
      variant={isOpen ? 'light' : 'default'}
      color="roxo"
      leftSection={<Icon name="spark" size={16} />}
      aria-expanded={isOpen}
      data-wide
      onClick={onToggle}
    >
      {t.title}
    </Button>
  );
}
