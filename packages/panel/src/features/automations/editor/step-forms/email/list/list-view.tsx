import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { AddBlock } from '../add-block.tsx';
import { EditablePreview, type BlockViewProps } from '../visual/visual-view.tsx';
import { BlockList } from './block-list.tsx';

/** The list of blocks, and beside it the preview if there is room. */
export function ListView({ editing, draft, openCode }: BlockViewProps): ReactNode {
  const isWide = useMediaQuery('(min-width: 1000px)', true, { getInitialValueInEffect: false });
  return (
    <div className="email-split">
      <div className="email-pane email-list">
        <BlockList editing={editing} openCode={openCode} />
        {editing.change && <AddBlock onAdd={editing.add} isEnabled />}
      </div>
      {isWide && (
        <div className="email-pane email-canvas">
          <EditablePreview editing={editing} draft={draft} />
        </div>
      )}
    </div>
  );
}
