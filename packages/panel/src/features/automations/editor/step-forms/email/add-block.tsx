import { Button, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../../../../../ui/icons.tsx';
import { useTexts } from '../../../../../ui/texts.ts';
import { useFlowDocument } from '../../state/flow-document.ts';
import { blocksFor, type BlockName } from './blocks.ts';
import { emailTexts } from './texts.ts';

type AddProps = { onAdd: (name: BlockName) => void; isEnabled: boolean };

/** A menu of the blocks that can be added. */
export function AddBlock({ onAdd, isEnabled }: AddProps): ReactNode {
  const t = useTexts(emailTexts);
  const { trigger_event: trigger } = useFlowDocument().flow;
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant="default" size="sm" leftSection={<Icon name="plus" size={16} />} disabled={!isEnabled}>
          {t.blocks}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {blocksFor(trigger).map((name) => (
          <Menu.Item key={name} onClick={() => onAdd(name)}>
            {t[name]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
