import { ScrollArea, Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { useStoreFormats } from '../../../../ui/format/use-store-formats.ts';
import { useTexts } from '../../../../ui/texts.ts';
import type { Bucket, Figures } from '../home-data.ts';
import { useBucketLabels } from './bucket-labels.ts';
import styles from './figures.module.css';
import { sumOf } from './series.ts';
import { texts } from './texts.ts';
import '../../../../ui/rows.css';

/** The numbers of the chart as a table, the newest first, with their sum. */
export function NumberTable({ figures: { current, unit } }: { figures: Figures }): ReactNode {
  const t = useTexts(texts);
  const { long } = useBucketLabels(unit);
  return (
    <ScrollArea.Autosize
      mah={360}
      className={styles['numbers']}
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': t.numbers }}
    >
      <Table className="listed" verticalSpacing={8} horizontalSpacing="md" stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{unit === 'hour' ? t.hourHead : t.dayHead}</Table.Th>
            <Table.Th ta="right" visibleFrom="xs">
              {t.orders}
            </Table.Th>
            <Table.Th ta="right">{t.paidName}</Table.Th>
            <Table.Th ta="right">{t.recoveredName}</Table.Th>
            <Table.Th ta="right" visibleFrom="xs">
              {t.messages}
            </Table.Th>
            <Table.Th ta="right" visibleFrom="sm">
              {t.enteredHead}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {current.buckets.toReversed().map((bucket) => (
            <NumberRow key={bucket.at} name={long(bucket)} bucket={bucket} />
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <NumberRow name={t.sumRow} bucket={sumOf(current.buckets)} />
        </Table.Tfoot>
      </Table>
    </ScrollArea.Autosize>
  );
}

function NumberRow({ name, bucket: { paid, recovered, sent, entered } }: { name: string; bucket: Bucket }): ReactNode {
  const { money, number } = useStoreFormats();
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400}>
        {name}
      </Table.Th>
      <Table.Td ta="right" visibleFrom="xs">
        {number(paid.orders)}
      </Table.Td>
      <Table.Td ta="right">{money(paid.cents)}</Table.Td>
      <Table.Td ta="right">{money(recovered.cents)}</Table.Td>
      <Table.Td ta="right" visibleFrom="xs">
        {number(sent)}
      </Table.Td>
      <Table.Td ta="right" visibleFrom="sm">
        {number(entered)}
      </Table.Td>
    </Table.Tr>
  );
}
