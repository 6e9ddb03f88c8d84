import { Anchor, Button, Popover, Text, Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { AnchorLink } from '../../../../ui/links.tsx';
import { Surface } from '../../../../ui/surface.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import { useStore } from '../../../../ui/use-store.ts';
import type { Figures } from '../home-data.ts';
import { BarChart } from './bar-chart.tsx';
import styles from './figures.module.css';
import { NumberTable } from './number-table.tsx';
import { isMoney, type Metric } from './series.ts';
import { texts } from './texts.ts';

/** The chart of a metric, or its numbers as a table, with what is counted. */
export function ChartCard({ figures, metric }: { figures: Figures; metric: Metric }): ReactNode {
  const t = useTexts(texts);
  const [isTable, setTable] = useState(false);
  const title = t[`${metric}Chart`](t[figures.unit]);
  return (
    <Surface component="section" p={0} aria-label={title}>
      <div className={styles['head']}>
        <Title order={2}>{title}</Title>
        {!isTable && <Legend metric={metric} />}
        <Button variant="subtle" size="sm" mr={-12} onClick={() => setTable(!isTable)}>
          {isTable ? t.bars : t.numbers}
        </Button>
      </div>
      {isTable ? <NumberTable figures={figures} /> : <BarChart figures={figures} metric={metric} />}
      <Foot figures={figures} metric={metric} />
    </Surface>
  );
}

function Legend({ metric }: { metric: Metric }): ReactNode {
  const t = useTexts(texts);
  const marks = [
    ...(metric === 'paid'
      ? [
          ['ours', t.byMessages],
          ['rest', t.rest],
        ]
      : []),
    ['before', t.beforeBar],
  ];
  return (
    <div className={styles['legend']}>
      {marks.map(([mark, label]) => (
        <span key={mark}>
          <i data-mark={mark} />
          {label}
        </span>
      ))}
    </div>
  );
}

function Foot({ figures: { hours }, metric }: { figures: Figures; metric: Metric }): ReactNode {
  const t = useTexts(texts);
  const { storeId, example } = useStore();
  const rule = isMoney(metric) ? t.onlyReal : metric === 'entered' ? t.countsRuns : '';
  const links = {
    paid: { to: '/$storeId/orders', search: { status: 'paid' }, label: t.seePaid },
    recovered: { to: '/$storeId/automations', search: {}, label: t.seeRecovered },
    sent: { to: '/$storeId/messages', search: {}, label: t.seeSent },
    entered: { to: '/$storeId/runs', search: { state: 'waiting' }, label: t.seeEntered },
  } as const;
  const { to, search, label } = links[metric];
  return (
    <div className={styles['foot']}>
      {example ? t.invented : rule}
      <div className={styles['end']}>
        {isMoney(metric) && (
          <Popover width={340} position="top-end" withArrow shadow="md">
            <Popover.Target>
              <Anchor component="button" type="button" size="xs">
                {t.how}
              </Anchor>
            </Popover.Target>
            <Popover.Dropdown>
              <Text size="sm">{t.howText(hours)}</Text>
            </Popover.Dropdown>
          </Popover>
        )}
        <AnchorLink size="xs" to={to} params={{ storeId }} search={search}>
          {label}
        </AnchorLink>
      </div>
    </div>
  );
}
