import type { ReactNode } from 'react';
import { useStoreFormats } from '../../../../ui/format/use-store-formats.ts';
import { useTexts } from '../../../../ui/texts.ts';
import type { Bucket, Figures } from '../home-data.ts';
import { useBucketLabels } from './bucket-labels.ts';
import styles from './figures.module.css';
import { isMoney, valueOf, type Metric } from './series.ts';
import { texts } from './texts.ts';

/** The numbers of a bar, and all of them as a sentence. */
export type Reading = {
  head: string;
  rows: readonly { mark: 'ours' | 'rest' | 'none' | 'before'; label: string; count?: string; value: string }[];
  sentence: string;
};

type Data = {
  figures: Figures;
  metric: Metric;
  current: readonly Bucket[];
  before: readonly Bucket[];
  /** How many hours or days a bar stands for. */
  size: number;
};

/** Reads the numbers of each bar; `written` formats one. */
export function useReading({ figures, metric, current, before, size }: Data): ((index: number) => Reading) & {
  written: (value: number) => string;
} {
  const t = useTexts(texts);
  const { money, number } = useStoreFormats();
  const { long } = useBucketLabels(figures.unit);
  const written = isMoney(metric) ? money : number;
  const read = (index: number): Reading => {
    const one = current[index]!;
    const { paid, recovered } = one;
    const earlier = before[index];
    const head = long(one, size);
    const was = earlier && {
      mark: 'before' as const,
      label: figures.unit === 'hour' ? t.beforeBar : long(earlier, size),
      value: written(valueOf(earlier, metric)),
    };
    const rest = { cents: paid.cents - recovered.cents, orders: paid.orders - recovered.orders };
    const rows: Reading['rows'] =
      metric === 'paid'
        ? [
            {
              mark: 'ours',
              label: t.recovered,
              count: t.count(number(recovered.orders)),
              value: money(recovered.cents),
            },
            { mark: 'rest', label: t.rest, count: t.count(number(rest.orders)), value: money(rest.cents) },
            { mark: 'none', label: t.total, value: money(paid.cents) },
          ]
        : [{ mark: 'ours', label: nameOf(t, metric), value: written(valueOf(one, metric)) }];
    return {
      head,
      rows: was ? [...rows, was] : rows,
      sentence: `${head}: ${written(valueOf(one, metric))}${was ? `; ${t.before(was.value)}` : ''}`,
    };
  };
  return Object.assign(read, { written });
}

const nameOf = (
  t: { recovered: string; sentName: string; enteredChart: (unit: string) => string },
  metric: Metric,
): string => (metric === 'sent' ? t.sentName : metric === 'recovered' ? t.recovered : t.enteredChart('').trim());

/** The numbers of a bar, each with its colour; the slider says them. */
export const ReadOut = ({ reading: { head, rows } }: { reading: Reading }): ReactNode => (
  <div className={styles['read']} aria-hidden="true">
    <b>{head}</b>
    {rows.map(({ mark, label, count, value }) => (
      <div key={label} data-mark={mark}>
        <i data-mark={mark} />
        <span>
          {label} {count && <small>{count}</small>}
        </span>
        <b>{value}</b>
      </div>
    ))}
  </div>
);
