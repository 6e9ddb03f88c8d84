import { Group, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { inOrder } from '../../../../../../preview/pair-in-order.ts';
import { Icon } from '../../../../../../ui/icons.tsx';
import { useTexts } from '../../../../../../ui/texts.ts';
import { useBlockName } from '../block-name.ts';
import type { EmailEditing } from '../use-email-editing.ts';
import { BlockActions } from '../visual/block-actions.tsx';
import { BlockFields } from '../visual/block-fields.tsx';
import { visualTexts } from '../visual/texts.ts';

type ListProps = { editing: EmailEditing; openCode: (line: number) => void };

/** The blocks in order. The chosen one shows its fields. Blocks are moved with buttons or by dragging. */
export function BlockList({ editing, openCode }: ListProps): ReactNode {
  const t = useTexts(visualTexts);
  const { blocks, move } = editing;
  const list = useRef<HTMLOListElement>(null);
  const [moved, setMoved] = useState<{ index: number; action: 'up' | 'down' }>();
  const [dragged, setDragged] = useState<number>();
  useEffect(() => {
    if (!moved) return;
    // A button of the first or last block may be disabled, then its neighbour gets the focus.
    const actions = list.current?.children[moved.index]?.querySelectorAll<HTMLButtonElement>('[data-action]') ?? [];
    const wanted = [...actions].find((button) => button.dataset['action'] === moved.action && !button.disabled);
    (wanted ?? [...actions].find((button) => !button.disabled))?.focus();
  }, [moved]);
  return (
    <>
      <VisuallyHidden role="status">{moved && t.movedTo(moved.index + 1, blocks.length)}</VisuallyHidden>
      <ol className="email-block-list" aria-label={t.list} ref={list}>
        {inOrder(blocks, (_, index) => (
          <li data-dragged={dragged === index || undefined}>
            <BlockRow
              editing={editing}
              index={index}
              onMoved={(to, action) => setMoved({ index: to, action })}
              onDrag={setDragged}
              onDrop={() => dragged !== undefined && move(dragged, index)}
            />
            {editing.selected === index && (
              <div className="email-block-fields">
                <BlockFields editing={editing} index={index} openCode={openCode} />
              </div>
            )}
          </li>
        ))}
      </ol>
      {blocks.length === 0 && <Text c="dimmed">{t.noBlocks}</Text>}
    </>
  );
}

type RowProps = {
  editing: EmailEditing;
  index: number;
  onMoved: (index: number, action: 'up' | 'down') => void;
  onDrag: (index: number | undefined) => void;
  onDrop: () => void;
};

function BlockRow({ editing, index, onMoved, onDrag, onDrop }: RowProps): ReactNode {
  const t = useTexts(visualTexts);
  const block = editing.blocks[index]!;
  const name = useBlockName()(block);
  const isOpen = editing.selected === index;
  return (
    <Group gap={4} wrap="nowrap" className="email-block-row">
      {editing.change && (
        <span
          className="email-block-grip"
          title={t.drag}
          draggable
          onDragStart={() => onDrag(index)}
          onDragEnd={() => onDrag(undefined)}
        >
          <Icon name="grip" size={16} />
        </span>
      )}
      <UnstyledButton
        className="email-block-name"
        aria-expanded={isOpen}
        onDragOver={(event) => event.preventDefault()}
        onDrop={onDrop}
        onClick={() => editing.select(isOpen ? undefined : index)}
      >
        <Text size="sm" truncate>
          {name}
        </Text>
      </UnstyledButton>
      {editing.change && <BlockActions editing={editing} index={index} name={name} onMoved={onMoved} />}
    </Group>
  );
}
