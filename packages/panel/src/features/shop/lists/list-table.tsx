import { Stack, Table, Text, type TableThProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Surface } from '../../../ui/surface.tsx';

/** The header of a column, and the screen width from which it is visible. */
export type Column = Pick<TableThProps, 'visibleFrom' | 'ta'> & { label: string };

/** A list as a table with its rows. */
export const ListTable = ({ columns, children }: { columns: readonly Column[]; children: ReactNode }): ReactNode => (
  <Surface p={0} style={{ overflow: 'hidden' }}>
    <Table className="listed" verticalSpacing="sm" horizontalSpacing="md">
      <Table.Thead>
        <Table.Tr>
          {columns.map(({ label, ...seen }) => (
            <Table.Th key={label} {...seen}>
              {label}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>{children}</Table.Tbody>
    </Table>
  </Surface>
);

/** Shown on a phone below the title of a row: the columns that do not fit, `children` last. */
export const OnPhone = ({
  contact,
  when,
  children,
}: {
  contact: string | null;
  when: string | null;
  children: ReactNode;
}): ReactNode => (
  <Stack hiddenFrom="sm" gap={4} align="flex-start">
    <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {[contact, when].filter((text) => text !== null).join(' · ')}
    </Text>
    {children}
  </Stack>
);
