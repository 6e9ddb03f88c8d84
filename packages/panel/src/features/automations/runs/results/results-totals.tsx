import { Button, Group, Popover, SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormats } from '../../../../ui/format/formats.ts';
import { OtherSales } from '../../../../ui/format/other-sales.tsx';
import { Surface } from '../../../../ui/surface.tsx';
import { AnchorLink } from '../../../../ui/links.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import { useStore } from '../../../../ui/use-store.ts';
import type { Results } from './funnel.tsx';
import { texts } from './texts.ts';

/** The results of an automation in four totals, with links to their runs. */
export function ResultsTotals({ results, automationId }: { results: Results; automationId: string }): ReactNode {
  const t = useTexts(texts);
  const { money, number } = useFormats();
  const { states, recovered } = results;
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }}>
      <Total name={t.recovered} value={money(recovered.cents)}>
        <Group gap="xs">
          <Text size="sm" c="dimmed">
            {t.paidOrders(number(recovered.orders))}
          </Text>
          <ResultsRule hours={recovered.hours} />
        </Group>
        <OtherSales sales={recovered} />
      </Total>
      <Total name={t.entered} value={number(results.entered)}>
        <Runs automationId={automationId} search={{ days: String(results.days) }} label={t.seeRuns} />
      </Total>
      <Total name={t.messages} value={number(results.messages)}>
        {results.resent > 0 && (
          <Text size="sm" c="dimmed">
            {t.resent(number(results.resent))}
          </Text>
        )}
      </Total>
      <Total name={t.failed} value={number(states.failed)}>
        {states.failed > 0 && (
          <Runs
            automationId={automationId}
            search={{ state: 'failed', days: String(results.days) }}
            label={t.seeFailed}
          />
        )}
      </Total>
    </SimpleGrid>
  );
}

function Total({ name, value, children }: { name: string; value: string; children?: ReactNode }): ReactNode {
  return (
    <Surface>
      <Text size="sm" c="dimmed">
        {name}
      </Text>
      <Text fz={28} lh="36px" fw={600}>
        {value}
      </Text>
      {children}
    </Surface>
  );
}

type RunsProps = { automationId: string; search: Record<string, string>; label: string };

function Runs({ automationId, search, label }: RunsProps): ReactNode {
  const { storeId } = useStore();
  return (
    <AnchorLink size="sm" to="/$storeId/runs" params={{ storeId }} search={{ automationId, ...search }}>
      {label}
    </AnchorLink>
  );
}

function ResultsRule({ hours }: { hours: number }): ReactNode {
  const t = useTexts(texts);
  const { number } = useFormats();
  return (
    <Popover width={320} position="bottom-start" withArrow shadow="md">
      <Popover.Target>
        <Button size="compact-sm" variant="subtle" ml={-8}>
          {t.how}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="sm">{t.howText(number(hours))}</Text>
      </Popover.Dropdown>
    </Popover>
  );
}
