import { Portal, Text } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTexts } from '../../../../ui/texts.ts';
import { composerTexts } from '../texts.ts';
import type { PickerRow } from './picker-rows.ts';
import './text.css';

type ListProps = {
  id: string;
  rows: readonly PickerRow[];
  active: number;
  /** The caret, in the window. */
  at: { left: number; top: number; bottom: number };
  choose: (row: PickerRow) => void;
};

const width = 360;
const height = 330;

/** The metatags that may be put in at the caret, and below them those that may not, with the reason. */
export function MetatagList({ id, rows, active, at, choose }: ListProps): ReactNode {
  const t = useTexts(composerTexts);
  const list = useRef<HTMLDivElement>(null);
  const refused = rows.filter((row) => row.refused).length;
  const isAbove = at.bottom + height > window.innerHeight && at.top > height;
  useEffect(() => list.current?.children[active]?.scrollIntoView({ block: 'nearest' }), [active]);
  return (
    <Portal>
      <div
        className="tag-picker"
        role="presentation"
        style={{
          left: Math.max(8, Math.min(at.left, window.innerWidth - width - 8)),
          ...(isAbove ? { bottom: window.innerHeight - at.top + 4 } : { top: at.bottom + 4 }),
        }}
        // The text keeps the focus, and with it the caret.
        onMouseDown={(event) => event.preventDefault()}
      >
        <div ref={list} id={id} role="listbox" aria-label={t.pickData} className="tag-picker-rows">
          {rows.map((row, index) => (
            <Row key={row.name} id={`${id}-${row.name}`} row={row} isActive={index === active} choose={choose} />
          ))}
        </div>
        {rows.length === 0 && <Text p="sm">{t.nothingFound}</Text>}
        {refused > 0 && <div className="tag-picker-foot">{t.refusedHere(refused)}</div>}
      </div>
    </Portal>
  );
}

type RowProps = { id: string; row: PickerRow; isActive: boolean; choose: (row: PickerRow) => void };

function Row({ id, row, isActive, choose }: RowProps): ReactNode {
  const pick = (): void => {
    if (row.refused === undefined) choose(row);
  };
  return (
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      aria-disabled={row.refused !== undefined}
      className="tag-picker-row"
      onClick={pick}
      onKeyDown={({ key }) => key === 'Enter' && pick()}
      tabIndex={-1}
    >
      <span className="tag-picker-label">
        {row.label}
        <small>{row.name}</small>
      </span>
      <span className="tag-picker-side">{row.refused ?? row.example}</span>
    </div>
  );
}
