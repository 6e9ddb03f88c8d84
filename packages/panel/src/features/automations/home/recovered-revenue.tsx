import { Button, Collapse, Group, Popover, Stack, Table, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { useFormats } from '../../../ui/format/formats.ts';
import { Icon } from '../../../ui/icons.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { OtherSales } from '../../../ui/format/other-sales.tsx';
import { Surface } from '../../../ui/surface.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { useStore } from '../../../ui/use-store.ts';
import type { Recovered } from './home-data.ts';
import { RevenueChart } from './revenue-chart.tsx';
import { texts } from './texts.ts';

/** Noon in the browser's time zone, so that a day is the same one in every time zone. */
const noon = (day: string): string => `${day}T12:00:00`;

/** The revenue that messages recovered in 30 days: the sum, each day, and the counting method. */
export function RecoveredRevenue({ recovered }: { recovered: Recovered }): ReactNode {
  const t = useTexts(texts);
  const { money, number, date } = useFormats();
  const { cents, orders, days } = recovered;
  if (cents === 0 && orders === 0) return <NothingRecovered recovered={recovered} />;
  const best = days.reduce((best, one) => (one.cents > best.cents ? one : best));
  return (
    <section aria-label={t.recovered}>
      <Surface>
        <Stack gap="xs">
          <Group justify="space-between" align="flex-start">
            <div>
              <Title order={2}>{t.recovered}</Title>
              <Text fz={28} lh="36px" fw={600}>
                {money(cents)}
              </Text>
              <Text size="sm" c="dimmed">
                {t.orders(number(orders))} <Change recovered={recovered} />
              </Text>
              <OtherSales sales={recovered} />
            </div>
            <RevenueRule hours={recovered.hours} />
          </Group>
          <RevenueChart days={days} label={t.chart(money(cents), t.bestDay(date(noon(best.day)), money(best.cents)))} />
          <Numbers days={days} />
        </Stack>
      </Surface>
    </section>
  );
}

/** Before the first recovered sale: what brings it, instead of zeros and an empty chart. */
function NothingRecovered({ recovered }: { recovered: Recovered }): ReactNode {
  const t = useTexts(texts);
  const { storeId } = useStore();
  return (
    <section aria-label={t.recovered}>
      <Surface>
        <Empty icon="chart" text={t.none}>
          <ButtonLink variant="default" to="/$storeId/automations" params={{ storeId }}>
            {t.seeAutomations}
          </ButtonLink>
        </Empty>
        <OtherSales sales={recovered} />
      </Surface>
    </section>
  );
}

function Change({ recovered: { cents, centsBefore } }: { recovered: Recovered }): ReactNode {
  const t = useTexts(texts);
  const { percent } = useFormats();
  if (centsBefore === 0 || cents === centsBefore) return null;
  const share = cents / centsBefore - 1;
  return <>· {share > 0 ? t.more(percent(share)) : t.less(percent(-share))}</>;
}

function RevenueRule({ hours }: { hours: number }): ReactNode {
  const t = useTexts(texts);
  return (
    <Popover width={340} position="bottom-end" withArrow>
      <Popover.Target>
        <Button variant="subtle" size="xs" px={{ base: 0, xs: 'sm' }} leftSection={<Icon name="info" size={14} />}>
          {t.how}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="sm">{t.howText(hours)}</Text>
      </Popover.Dropdown>
    </Popover>
  );
}

/** The data of the chart as a table, for screen readers and for copying. */
function Numbers({ days }: { days: Recovered['days'] }): ReactNode {
  const t = useTexts(texts);
  const { money, number, date } = useFormats();
  const [isOpen, { toggle }] = useDisclosure();
  return (
    <>
      <Group>
        <Button variant="transparent" size="xs" px={0} aria-expanded={isOpen} onClick={toggle}>
          {t.table}
        </Button>
      </Group>
      <Collapse expanded={isOpen}>
        <Table verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t.day}</Table.Th>
              <Table.Th ta="right">{t.count}</Table.Th>
              <Table.Th ta="right">{t.value}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {days.toReversed().map(({ day, cents, orders }) => (
              <Table.Tr key={day}>
                <Table.Td>{date(noon(day))}</Table.Td>
                <Table.Td ta="right">{number(orders)}</Table.Td>
                <Table.Td ta="right">{money(cents)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Collapse>
    </>
  );
}
