import { Box, ScrollArea, Text, TextInput } from '@mantine/core';
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Tile } from '../../../../diagram/cards/cards.tsx';
import type { StepTone } from '../../../../diagram/cards/step-text.ts';
import { Icon, type IconName } from '../../../../ui/icons.tsx';
import styles from './picker.module.css';

/**
 * An option of the picker. `hint`: what it does, on a second line; `tone`: the colour of its tile. The search includes `hint` and `keywords`.
 * `off`: why it cannot be picked now.
 */
export type PickerOption = {
  value: string;
  label: string;
  group?: string;
  icon?: IconName;
  tone?: StepTone;
  hint?: string;
  keywords?: string;
  off?: string;
};

type PickerProps = {
  label: string;
  options: readonly PickerOption[];
  empty: string;
  onPick: (value: string) => void;
  maxHeight?: number;
};

const searchable = (text: string): string => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');

/** A search field over a list: typing filters, ↑ ↓ move, Enter picks. The focus stays in the field. */
export function Picker({ label, options, empty, onPick, maxHeight = 440 }: PickerProps): ReactNode {
  const [search, setSearch] = useState('');
  const [at, setAt] = useState(0);
  const id = useId();
  const matches = options.filter(({ label, hint = '', keywords = '' }) =>
    searchable(`${label} ${hint} ${keywords}`).includes(searchable(search.trim())),
  );
  const active = Math.min(at, matches.length - 1);
  const go = (index: number): void => {
    setAt(index);
    document.getElementById(`${id}-${index}`)?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by === 0 && event.key !== 'Enter') return;
    event.preventDefault();
    if (matches.length === 0) return;
    if (by !== 0) return go((active + by + matches.length) % matches.length);
    const option = matches[active];
    if (option && !option.off) onPick(option.value);
  };
  return (
    <Box onKeyDown={onKeyDown}>
      <TextInput
        data-autofocus
        autoFocus
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-autocomplete="list"
        {...(active >= 0 && { 'aria-activedescendant': `${id}-${active}` })}
        aria-label={label}
        placeholder={label}
        leftSection={<Icon name="search" size={16} />}
        value={search}
        onChange={(event) => (setSearch(event.currentTarget.value), setAt(0))}
      />
      {/* The scroll container is the listbox. The field above handles its keys. */}
      <ScrollArea.Autosize
        mah={maxHeight}
        mt="xs"
        tabIndex={-1}
        viewportProps={{ role: 'listbox', id, 'aria-label': label }}
      >
        {matches.map((option, index) => (
          <PickerRow
            key={option.value}
            id={`${id}-${index}`}
            option={option}
            heading={option.group !== matches[index - 1]?.group ? option.group : undefined}
            isActive={index === active}
            onPick={onPick}
          />
        ))}
      </ScrollArea.Autosize>
      {matches.length === 0 && (
        <Text size="sm" c="dimmed" p="xs" role="status">
          {empty}
        </Text>
      )}
    </Box>
  );
}

type PickerRowProps = {
  id: string;
  option: PickerOption;
  heading: string | undefined;
  isActive: boolean;
  onPick: (value: string) => void;
};

function PickerRow({ id, option, heading, isActive, onPick }: PickerRowProps): ReactNode {
  const { value, label, icon, tone, hint, off } = option;
  const second = off ?? hint;
  return (
    <>
      {heading && (
        <Text size="xs" c="dimmed" fw={500} px="xs" pt="sm" pb={4} role="presentation">
          {heading}
        </Text>
      )}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field has the keys */}
      <div
        id={id}
        role="option"
        aria-selected={isActive}
        aria-disabled={off !== undefined}
        aria-labelledby={`${id}-name`}
        {...(second && { 'aria-describedby': `${id}-hint` })}
        data-tiles={tone !== undefined}
        className={styles.option}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => !off && onPick(value)}
      >
        {icon && (tone ? <Tile tone={tone} icon={icon} /> : <Icon name={icon} size={16} />)}
        <span className={styles.label}>
          <span id={`${id}-name`}>{label}</span>
          {second && (
            <small id={`${id}-hint`} className={styles.hint}>
              {second}
            </small>
          )}
        </span>
      </div>
    </>
  );
}
