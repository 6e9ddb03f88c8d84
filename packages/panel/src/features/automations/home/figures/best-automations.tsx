import { Group, Table, Text, Title, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { describeTrigger } from '../../../../diagram/cards/step-text.ts';
import { useStoreFormats } from '../../../../ui/format/use-store-formats.ts';
import { Icon } from '../../../../ui/icons.tsx';
import { AnchorLink } from '../../../../ui/links.tsx';
import { useLocale } from '../../../../ui/locale.tsx';
import { Surface } from '../../../../ui/surface.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import { useStore } from '../../../../ui/use-store.ts';
import type { Figures } from '../home-data.ts';
import styles from './figures.module.css';
import { Spark } from './spark.tsx';
import { texts } from './texts.ts';
import '../../../../ui/rows.css';

type BestAutomation = Figures['automations'][number];

/** The most automations that have a row of their own. */
const maxRows = 5;

/** Automations that inform, and recover nothing. */
const informing: ReadonlySet<BestAutomation['triggerEvent']> = new Set(['tracking_code_updated', 'payment.confirmed']);

/** The automations that recovered the most in the period. The last row is the sum of the others, which is that of the cards. */
export function BestAutomations({ figures: { automations, unit } }: { figures: Figures }): ReactNode {
  const t = useTexts(texts);
  const { number, money } = useStoreFormats();
  const { storeId } = useStore();
  const shown = automations.length > maxRows + 1 ? automations.slice(0, maxRows) : automations;
  const rest = automations.slice(shown.length);
  const sum = (rows: readonly BestAutomation[], member: 'sent' | 'orders' | 'cents'): number =>
    rows.reduce((sum, row) => sum + row[member], 0);
  const sums = (name: string, rows: readonly BestAutomation[]): ReactNode => (
    <Table.Tr>
      <Table.Td c="dimmed">{name}</Table.Td>
      <Table.Td ta="right" visibleFrom="sm">
        {number(sum(rows, 'sent'))}
      </Table.Td>
      <Table.Td ta="right" visibleFrom="sm">
        {number(sum(rows, 'orders'))}
      </Table.Td>
      <Table.Td ta="right" fw={600}>
        {money(sum(rows, 'cents'))}
      </Table.Td>
      <Table.Td visibleFrom="sm" />
    </Table.Tr>
  );
  return (
    <Surface component="section" p={0} aria-label={t.best} style={{ overflow: 'hidden' }}>
      <Group justify="space-between" px="md" mih={48}>
        <Title order={2}>{t.best}</Title>
        <AnchorLink size="sm" fw={600} to="/$storeId/automations" params={{ storeId }} search={{}}>
          {t.seeAll}
        </AnchorLink>
      </Group>
      {automations.length === 0 ? (
        <Text size="sm" c="dimmed" px="md" pb="md">
          {t.noAutomations}
        </Text>
      ) : (
        <Table verticalSpacing={8} horizontalSpacing="md" className="listed">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t.automation}</Table.Th>
              <Table.Th ta="right" visibleFrom="sm">
                {t.messages}
              </Table.Th>
              <Table.Th ta="right" visibleFrom="sm">
                {t.orders}
              </Table.Th>
              <Table.Th ta="right">{t.recoveredName}</Table.Th>
              <Table.Th ta="right" visibleFrom="sm">
                {t.byUnit(t[unit])}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((row) => (
              <AutomationRow key={row.automationId} row={row} />
            ))}
            {rest.length > 0 && sums(t.others(rest.length), rest)}
          </Table.Tbody>
          <Table.Tfoot>{sums(t.automationCount(automations.length), automations)}</Table.Tfoot>
        </Table>
      )}
    </Surface>
  );
}

function AutomationRow({ row }: { row: BestAutomation }): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  const { number, money } = useStoreFormats();
  const { storeId } = useStore();
  const { automationId, triggerEvent, exists, channels, sent, orders, cents, byBucket } = row;
  const name = row.name || t.noName;
  const isInforming = informing.has(triggerEvent) && orders === 0;
  return (
    <Table.Tr className={exists ? 'listed-row' : ''}>
      <Table.Td>
        {exists ? (
          <Link
            className="listed-link"
            to="/$storeId/automations/$automationId/results"
            params={{ storeId, automationId }}
          >
            {name}
          </Link>
        ) : (
          <Text span c="dimmed">{`${name} (${t.deleted})`}</Text>
        )}
        <span className={styles['channels']}>
          {channels.map((channel) => (
            <span key={channel} title={t[channel]}>
              <Icon name={channel} size={14} />
              <VisuallyHidden>{t[channel]}</VisuallyHidden>
            </span>
          ))}
          {describeTrigger(triggerEvent, locale).name}
        </span>
      </Table.Td>
      <Table.Td ta="right" visibleFrom="sm">
        {number(sent)}
      </Table.Td>
      <Table.Td ta="right" visibleFrom="sm">
        {isInforming ? '—' : number(orders)}
      </Table.Td>
      <Table.Td ta="right" fw={500}>
        {isInforming ? (
          <Text span size="sm" c="dimmed">
            {t.onlyTells}
          </Text>
        ) : (
          money(cents)
        )}
        <Text size="xs" c="dimmed" fw={400} hiddenFrom="sm">
          {t.messageCount(number(sent))}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm" w={112}>
        <span className={styles['best-spark']}>
          <Spark values={byBucket} />
        </span>
      </Table.Td>
    </Table.Tr>
  );
}
