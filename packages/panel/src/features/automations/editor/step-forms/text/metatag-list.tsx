import { Portal, Text } from '@mantine/core';
import { useEffect, useId, type ReactNode } from 'react';
import { useTexts } from '../../../../../ui/texts.ts';
import { stepFormTexts } from '../texts.ts';
import { isRow, type PickerOption, type PickerRow } from './picker-rows.ts';
import './text.css';

type MetatagListProps = {
  id: string;
  options: readonly PickerOption[];
  active: number;
  /** The number of metatags that are unavailable here, and whether they are shown. */
  refused: number;
  showsRefused: boolean;
  /** The position of the caret in the window. */
  at: { left: number; top: number; bottom: number };
  choose: (option: PickerOption) => void;
};

const width = 360;
const height = 370;

/** The id of an option, for `aria-activedescendant`. */
export const optionId = (list: string, { name }: PickerOption): string => `${list}-${name}`;

/** The metatags available at the caret by group, and optionally the unavailable ones with the reason. */
export function MetatagList({ id, options, active, refused, showsRefused, at, choose }: MetatagListProps): ReactNode {
  const t = useTexts(stepFormTexts);
  const isAbove = at.bottom + height > window.innerHeight && at.top > height;
  const current = options[active];
  useEffect(() => {
    if (current) document.getElementById(optionId(id, current))?.scrollIntoView({ block: 'nearest' });
  }, [id, current]);
  const groups = Map.groupBy(options, (option) => (!isRow(option) ? '' : option.refused ? t.notHere : option.group));
  const draw = (option: PickerOption): ReactNode => {
    const its = { id: optionId(id, option), isActive: option === current, choose: () => choose(option) };
    if (isRow(option)) return <MetatagRow key={option.name} row={option} {...its} />;
    return (
      <MetatagOption key={option.name} isExpanded={showsRefused} {...its}>
        {showsRefused ? t.hideRefused(refused) : t.refusedHere(refused)}
      </MetatagOption>
    );
  };
  return (
    <Portal>
      <div
        className="tag-picker"
        role="presentation"
        style={{
          left: Math.max(8, Math.min(at.left, window.innerWidth - width - 8)),
          ...(isAbove ? { bottom: window.innerHeight - at.top + 4 } : { top: at.bottom + 4 }),
        }}
        // Keeps the focus and the caret in the text.
        onMouseDown={(event) => event.preventDefault()}
      >
        {!options.some((option) => isRow(option) && !option.refused) && (
          <Text size="sm" p="sm" pb={4}>
            {t.nothingFound}
          </Text>
        )}
        <div id={id} role="listbox" aria-label={t.pickData} className="tag-picker-rows">
          {[...groups].map(([group, some]) =>
            group === '' ? (
              some.map(draw)
            ) : (
              <Group key={group} name={group}>
                {some.map(draw)}
              </Group>
            ),
          )}
        </div>
      </div>
    </Portal>
  );
}

function Group({ name, children }: { name: string; children: ReactNode }): ReactNode {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id}>
      <div id={id} className="tag-picker-group">
        {name}
      </div>
      {children}
    </div>
  );
}

type OptionProps = { id: string; isActive: boolean; choose: () => void };

function MetatagRow({ row, ...option }: OptionProps & { row: PickerRow }): ReactNode {
  return (
    <MetatagOption {...option} isRefused={row.refused !== undefined}>
      <span className="tag-picker-label">
        {row.label}
        <small>{row.name}</small>
      </span>
      <span className="tag-picker-side">{row.refused ?? row.example}</span>
    </MetatagOption>
  );
}

type AnyOptionProps = OptionProps & { isRefused?: boolean; isExpanded?: boolean; children: ReactNode };

function MetatagOption({ id, isActive, isRefused = false, isExpanded, choose, children }: AnyOptionProps): ReactNode {
  return (
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      aria-disabled={isRefused}
      data-expanded={isExpanded}
      className="tag-picker-row"
      onClick={choose}
      onKeyDown={({ key }) => key === 'Enter' && choose()}
      tabIndex={-1}
    >
      {children}
    </div>
  );
}
