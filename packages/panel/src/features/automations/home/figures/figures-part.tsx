import { SimpleGrid, Stack } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Columns } from '../../../../ui/columns.tsx';
import { Counting } from '../../../../ui/feedback/counting.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import type { Figures } from '../home-data.ts';
import { BestAutomations } from './best-automations.tsx';
import { ChartCard } from './chart-card.tsx';
import styles from './figures.module.css';
import { KpiCards } from './kpi-cards.tsx';
import { LastOrders } from './last-orders.tsx';
import { changed, PeriodBar } from './period-bar.tsx';
import { metrics, type Metric } from './series.ts';
import { texts } from './texts.ts';

/** The figures of the chosen period: cards, the chart of the chosen one, automations and orders. Null: still being counted. */
export function FiguresPart({ figures, waiting }: { figures: Figures | null; waiting: number }): ReactNode {
  const t = useTexts(texts);
  const { show } = useSearch({ strict: false }) as { show?: string };
  const navigate = useNavigate();
  const metric = metrics.find((one) => one === show) ?? 'paid';
  const choose = (show: Metric): void =>
    void navigate({
      to: '.',
      search: (before: Record<string, string | undefined>) =>
        changed(before, { show: show === 'paid' ? undefined : show }),
      replace: true,
    });
  return (
    <>
      <Stack gap="md">
        <PeriodBar figures={figures} />
        {figures ? (
          <>
            <KpiCards figures={figures} waiting={waiting} metric={metric} onChoose={choose} />
            <ChartCard figures={figures} metric={metric} />
          </>
        ) : (
          <Counting>{t.counting}</Counting>
        )}
      </Stack>
      <Columns isEven main={figures && <BestAutomations figures={figures} />} aside={<LastOrders />} />
    </>
  );
}

/** The cards of a store in which nothing happened yet: what each will show. */
export function EmptyCards(): ReactNode {
  const t = useTexts(texts);
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing={{ base: 'xs', md: 'md' }}>
      {metrics.map((metric) => (
        <div key={metric} className={styles['kpi']} data-empty>
          <span className={styles['label']}>{t[`${metric}Name`]}</span>
          <span className={styles['figure']} data-empty>
            —
          </span>
          <span className={styles['facts']}>{t[`${metric}Empty`]}</span>
        </div>
      ))}
    </SimpleGrid>
  );
}
