import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Empty, NothingMatches } from '../../../ui/feedback/empty.tsx';
import { Icon, type IconName } from '../../../ui/icons.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { useStoreFormats } from '../../../ui/format/use-store-formats.ts';
import { texts } from '../texts.ts';
import { ListTable, type Column } from './list-table.tsx';
import type { Filter } from './use-filter.ts';

type FilterChoice = { value: string; label: string };

/** The filters of a list: a search text, and one of several states. `name`: the state's name in the page's address. */
export function ListControls({
  filter,
  searchLabel,
  choices,
  name = 'state',
  label,
}: {
  filter: Filter;
  searchLabel?: string;
  choices?: readonly FilterChoice[];
  name?: string;
  label?: string;
}): ReactNode {
  const t = useTexts(texts);
  return (
    <Group gap="sm">
      {searchLabel && <Search key={filter.values['search'] ?? ''} filter={filter} label={searchLabel} />}
      {choices && (
        <Select
          aria-label={label ?? t.state}
          data={[{ value: '', label: t.all }, ...choices]}
          value={filter.values[name] ?? ''}
          allowDeselect={false}
          onChange={(picked) => filter.change({ [name]: picked || undefined })}
          w={{ base: '100%', xs: 220 }}
        />
      )}
    </Group>
  );
}

function Search({ filter, label }: { filter: Filter; label: string }): ReactNode {
  const [text, setText] = useState(filter.values['search'] ?? '');
  return (
    <form
      role="search"
      style={{ flex: '1 1 280px', maxWidth: 440 }}
      onSubmit={(event) => {
        event.preventDefault();
        filter.change({ search: text.trim() || undefined });
      }}
    >
      <TextInput
        aria-label={label}
        placeholder={label}
        type="search"
        enterKeyHint="search"
        leftSection={<Icon name="search" size={16} />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={() =>
          text.trim() !== (filter.values['search'] ?? '') && filter.change({ search: text.trim() || undefined })
        }
      />
    </form>
  );
}

type ListingProps = {
  filter: Filter;
  /** The icon and the text of the empty list. */
  icon: IconName;
  nothing: string;
  /** What makes the first entry: a button below that text. */
  next?: ReactNode;
  /** The cursor of the next page, and how far back the search went. */
  page: { next: string | null; reached: string | null };
  columns: readonly Column[];
  rows: readonly ReactNode[];
};

/** A page of a list as a table, or its empty state, with a pager. */
export const Listing = ({ filter, icon, nothing, next, page, columns, rows }: ListingProps): ReactNode => (
  <Stack>
    {rows.length === 0 ? (
      <NothingListed filter={filter} icon={icon} text={nothing}>
        {next}
      </NothingListed>
    ) : (
      <ListTable columns={columns}>{rows}</ListTable>
    )}
    <Pager filter={filter} next={page.next} reached={page.reached} />
  </Stack>
);

/** The empty state of a list: nothing exists yet, or nothing matches the filter. */
export const NothingListed = ({
  filter,
  icon,
  text,
  children,
}: {
  filter: Filter;
  icon: IconName;
  text: string;
  /** The button for what to do next. */
  children?: ReactNode;
}): ReactNode =>
  filter.isFiltered ? (
    <NothingMatches icon="filter" onClear={filter.clear} />
  ) : (
    <Empty icon={icon} text={text}>
      {children}
    </Empty>
  );

/** Buttons for older entries and back to the newest. `name`: the query parameter with the page's cursor. */
export function Pager({
  filter,
  next,
  reached = null,
  name = 'before',
}: {
  filter: Filter;
  next: string | null;
  /** How far back the search went, if it did not reach the end. */
  reached?: string | null;
  name?: string;
}): ReactNode {
  const t = useTexts(texts);
  const { instant } = useStoreFormats();
  if (!next && !filter.values[name]) return null;
  return (
    <Group justify="center">
      {reached !== null && (
        <Text size="sm" c="dimmed" role="status">
          {t.reached(instant(reached))}
        </Text>
      )}
      {filter.values[name] && (
        <Button variant="default" onClick={() => filter.change({ [name]: undefined })}>
          {t.newest}
        </Button>
      )}
      {next && (
        <Button
          variant="default"
          rightSection={<Icon name="right" size={16} />}
          onClick={() => filter.change({ [name]: next })}
        >
          {reached === null ? t.more : t.further}
        </Button>
      )}
    </Group>
  );
}
