import { isMjml } from '@retoma/flow';
import { useMemo, useState } from 'react';
import { useFlowDocument } from '../../state/flow-document.ts';
import { blockContent, blockPosition, blockText, type BlockName } from './blocks.ts';
import { withAfter, withDuplicate, withMove, withoutBlock, type EmailEdit } from './source/edit-email.ts';
import { parseEmail, type EmailBlock } from './source/parse-email.ts';
import { useButtonColours } from './use-button-colours.ts';

/** Changes the text of an e-mail. `field`: the edited field, whose keystrokes share one undo entry. */
export type ChangeEmail = (text: string, field?: string) => void;

/** The blocks of an e-mail, the chosen one, and the edits of the whole list. */
export type EmailEditing = {
  text: string;
  blocks: readonly EmailBlock[];
  selected: number | undefined;
  select: (index: number | undefined) => void;
  /** Absent if read-only. */
  change: ChangeEmail | undefined;
  /** Moves a block to the place of another one; returns its new index. */
  move: (from: number, to: number) => number | undefined;
  duplicate: (index: number) => void;
  remove: (index: number) => void;
  /** Adds a block after the chosen one, else at the end. */
  add: (name: BlockName) => void;
  /** Whether the e-mail can be edited as blocks. */
  isVisual: boolean;
};

/** Reads an e-mail as blocks. Each edit chooses the block that it made or moved. */
export function useEmailEditing(text: string, change: ChangeEmail | undefined): EmailEditing {
  const { trigger_event: trigger } = useFlowDocument().flow;
  const colours = useButtonColours();
  const blocks = useMemo(() => parseEmail(text), [text]);
  const [chosen, select] = useState<number>();
  const selected = chosen === undefined || chosen >= blocks.length ? undefined : chosen;
  const apply = (edit: EmailEdit | undefined): number | undefined => {
    if (!edit) return undefined;
    change?.(edit.text);
    const index = edit.at === undefined ? -1 : parseEmail(edit.text).findIndex(({ from }) => from >= edit.at!);
    select(index < 0 ? undefined : index);
    return index < 0 ? undefined : index;
  };
  return {
    text,
    blocks,
    selected,
    select,
    change,
    move: (from, to) => apply(withMove(text, blocks, from, to)),
    duplicate: (index) => void apply(withDuplicate(text, blocks[index]!)),
    remove: (index) => void apply(withoutBlock(text, blocks[index]!)),
    add(name) {
      const block = selected === undefined ? undefined : blocks[selected];
      if (block && !block.isAlone) return void apply(withAfter(text, block, blockContent(name, trigger, colours)));
      const at = blockPosition(text, block?.from ?? text.length);
      const source = blockText(name, trigger, colours);
      if (at !== undefined) apply({ text: text.slice(0, at) + source + text.slice(at), at });
    },
    isVisual: isMjml(text),
  };
}
