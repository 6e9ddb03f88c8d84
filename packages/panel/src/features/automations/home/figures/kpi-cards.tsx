import { SimpleGrid, UnstyledButton, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { OtherSales } from '../../../../ui/format/other-sales.tsx';
import { useStoreFormats } from '../../../../ui/format/use-store-formats.ts';
import { useTexts } from '../../../../ui/texts.ts';
import type { Figures } from '../home-data.ts';
import styles from './figures.module.css';
import { isMoney, metrics, sumOf, valueOf, type Metric } from './series.ts';
import { Spark } from './spark.tsx';
import { texts } from './texts.ts';

type CardsProps = { figures: Figures; waiting: number; metric: Metric; onChoose: (metric: Metric) => void };

/** Four sums of the period, each with its change and its facts. A card is a button: it chooses what the chart shows. */
export const KpiCards = ({ figures, waiting, metric, onChoose }: CardsProps): ReactNode => (
  <SimpleGrid cols={{ base: 2, md: 4 }} spacing={{ base: 'xs', md: 'md' }}>
    {metrics.map((one) => (
      <UnstyledButton key={one} className={styles['kpi']} aria-pressed={one === metric} onClick={() => onChoose(one)}>
        <Card figures={figures} waiting={waiting} metric={one} />
      </UnstyledButton>
    ))}
  </SimpleGrid>
);

function Card({ figures, waiting, metric }: { figures: Figures; waiting: number; metric: Metric }): ReactNode {
  const t = useTexts(texts);
  const { money, number } = useStoreFormats();
  const { current, before } = figures;
  const [now, earlier] = [sumOf(current.buckets), sumOf(before.buckets)];
  const written = isMoney(metric) ? money : number;
  const [value, was] = [valueOf(now, metric), valueOf(earlier, metric)];
  // Before the first sale, no sum of money is known.
  const isEmpty = isMoney(metric) && value === 0 && was === 0;
  return (
    <>
      <span className={styles['label']}>{t[`${metric}Name`]}</span>
      <span className={styles['figure']} {...(isEmpty && { 'data-empty': true })}>
        {metric === 'entered' ? number(waiting) : isEmpty ? '—' : written(value)}
      </span>
      <Spark
        values={current.buckets.map((bucket) => valueOf(bucket, metric))}
        before={before.buckets.map((bucket) => valueOf(bucket, metric))}
      />
      <span className={styles['facts']}>
        {isEmpty ? (
          t[`${metric}Empty`]
        ) : was === 0 ? (
          t.noBefore
        ) : (
          <>
            <Change share={value / was - 1} isMoney={isMoney(metric)} />
            {metric === 'entered' && <span>{t.entries}</span>}
            <span className={styles['wide']}>{`· ${t.before(written(was))}`}</span>
          </>
        )}
      </span>
      <span className={styles['facts']}>
        <Facts figures={figures} metric={metric} />
      </span>
    </>
  );
}

/** The change against the period before. Money that fell is red; a count has no colour. */
function Change({ share, isMoney }: { share: number; isMoney: boolean }): ReactNode {
  const t = useTexts(texts);
  const { share: written } = useStoreFormats();
  // What rounds to no change has no direction.
  const isFlat = Math.abs(share) < 0.0005;
  const tone = isFlat || !isMoney ? 'flat' : share > 0 ? 'up' : 'down';
  return (
    <span className={styles['change']} data-tone={tone}>
      {!isFlat && (
        <>
          <svg viewBox="0 0 8 8" width={8} height={8} aria-hidden="true">
            <path fill="currentColor" d={share > 0 ? 'M4 1l3.500 6h-7z' : 'M4 7L.500 1h7z'} />
          </svg>
          <VisuallyHidden>{share > 0 ? t.rose : t.fell}</VisuallyHidden>
        </>
      )}
      {written(Math.abs(share))}
    </span>
  );
}

function Facts({ figures: { current, others }, metric }: { figures: Figures; metric: Metric }): ReactNode {
  const t = useTexts(texts);
  const { money, number, share } = useStoreFormats();
  const { paid, recovered, sent, failed, entered } = sumOf(current.buckets);
  if (metric === 'paid')
    return (
      <>
        {paid.orders > 0 && t.count(number(paid.orders))}
        {paid.orders > 0 && <span className={styles['wide']}>{`· ${t.average(money(paid.cents / paid.orders))}`}</span>}
        <OtherSales sales={others} />
      </>
    );
  if (metric === 'recovered')
    return (
      recovered.orders > 0 && (
        <>
          {t.count(number(recovered.orders))}
          {paid.cents > 0 && (
            <span className={styles['wide']}>{`· ${t.share(share(recovered.cents / paid.cents))}`}</span>
          )}
        </>
      )
    );
  if (metric === 'sent') return failed > 0 ? t.failed(number(failed)) : sent > 0 ? t.allSent : t.sentEmpty;
  return `${t.now} · ${t.entered(number(entered))}`;
}
