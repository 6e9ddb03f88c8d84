import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Empty, NothingMatches } from '../../../ui/feedback/empty.tsx';
import { Icon, type IconName } from '../../../ui/icons.tsx';
import { ChoiceSelect, PeriodSelect, SearchInput } from '../../../ui/lists/list-filters.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { useStoreFormats } from '../../../ui/format/use-store-formats.ts';
import { texts } from '../texts.ts';
import { ListTable, type Column } from './list-table.tsx';
import type { Filter } from './use-filter.ts';

/** A filter by one of several values. `name`: of the value in the page's address. */
type ListChoice = { name: string; label: string; all?: string; choices: readonly { value: string; label: string }[] };

/** The filters of a list: a search text, some values, and a period. */
export function ListControls({
  filter,
  searchHint,
  selects,
  hasPeriod = false,
}: {
  filter: Filter;
  searchHint?: string | false;
  selects?: readonly ListChoice[];
  hasPeriod?: boolean;
}): ReactNode {
  const t = useTexts(texts);
  const { values, change, clear, isFiltered } = filter;
  return (
    <Group gap="sm" align="flex-end">
      {searchHint && (
        <SearchInput value={values['search'] ?? ''} hint={searchHint} onChange={(search) => change({ search })} />
      )}
      {selects?.map(({ name, label, all, choices }) => (
        <ChoiceSelect
          key={name}
          label={label}
          all={all ?? t.all}
          choices={choices}
          value={values[name]}
          onChange={(value) => change({ [name]: value })}
        />
      ))}
      {hasPeriod && <PeriodSelect value={values['days']} onChange={(days) => change({ days })} />}
      {isFiltered && (
        <Button variant="subtle" onClick={clear}>
          {t.clear}
        </Button>
      )}
    </Group>
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
