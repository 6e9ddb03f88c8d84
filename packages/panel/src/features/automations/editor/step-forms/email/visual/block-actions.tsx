import { ActionIcon, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../../../../../ui/icons.tsx';
import { useTexts } from '../../../../../../ui/texts.ts';
import type { EmailEditing } from '../use-email-editing.ts';
import { visualTexts } from './texts.ts';

type ActionsProps = {
  editing: EmailEditing;
  index: number;
  /** The name of the block. */
  name: string;
  /** Called after a move with the block's new index. */
  onMoved?: (index: number, action: 'up' | 'down') => void;
};

/** Buttons that move, duplicate and delete a block. */
export function BlockActions({ editing, index, name, onMoved }: ActionsProps): ReactNode {
  const t = useTexts(visualTexts);
  const move = (action: 'up' | 'down') => (): void => {
    const moved = editing.move(index, action === 'up' ? index - 1 : index + 1);
    if (moved !== undefined) onMoved?.(moved, action);
  };
  const actions: { action: 'up' | 'down' | 'duplicate' | 'remove'; icon: IconName; run: () => void; off?: boolean }[] =
    [
      { action: 'up', icon: 'up', run: move('up'), off: index === 0 },
      { action: 'down', icon: 'down', run: move('down'), off: index === editing.blocks.length - 1 },
      { action: 'duplicate', icon: 'copy', run: () => editing.duplicate(index) },
      { action: 'remove', icon: 'trash', run: () => editing.remove(index) },
    ];
  return (
    <Group gap={2} wrap="nowrap">
      {actions.map(({ action, icon, run, off }) => (
        <ActionIcon
          key={action}
          variant="subtle"
          color="gray"
          size={32}
          data-action={action}
          aria-label={`${t[action]}: ${name}`}
          title={t[action]}
          disabled={off ?? false}
          onClick={run}
        >
          <Icon name={icon} size={16} />
        </ActionIcon>
      ))}
    </Group>
  );
}
