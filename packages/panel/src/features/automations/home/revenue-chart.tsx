import 'uplot/dist/uPlot.min.css';
import { useComputedColorScheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useEffect, useRef, type ReactNode } from 'react';
import uPlot from 'uplot';
import { useFormats, type Formats } from '../../../ui/format/formats.ts';
import { useLocale } from '../../../ui/locale.tsx';
import type { Recovered } from './home-data.ts';

const height = 180;
type Days = Recovered['days'];

/**
 * A bar chart of the recovered revenue per day. `label`: its content in a sentence. Redrawn when the colour scheme changes, because the
 * colours are read from CSS.
 */
export const RevenueChart = (bars: { days: Days; label: string }): ReactNode => (
  <Bars key={useComputedColorScheme('light')} {...bars} />
);

function Bars({ days, label }: { days: Days; label: string }): ReactNode {
  const { ref, width } = useElementSize();
  const host = useRef<HTMLDivElement>(null);
  const { locale } = useLocale();
  const formats = useFormats();
  useEffect(() => {
    if (!host.current || width === 0) return;
    const chart = new uPlot(optionsOf(host.current, width, formats, locale), seriesOf(days), host.current);
    return () => chart.destroy();
  }, [days, width, formats, locale]);
  return (
    // The chart must not determine the width of its container, so that it can shrink with the window.
    <div ref={ref} style={{ position: 'relative', height, overflow: 'hidden' }}>
      <div ref={host} role="img" aria-label={label} style={{ position: 'absolute', inset: 0 }} />
    </div>
  );
}

/** Days as seconds at noon, so that a time zone cannot move a value to another day. */
const seriesOf = (days: Days): uPlot.AlignedData => [
  days.map(({ day }) => new Date(`${day}T12:00:00`).getTime() / 1000),
  days.map(({ cents }) => cents),
];

function optionsOf(host: HTMLElement, width: number, { money }: Formats, locale: string): uPlot.Options {
  const style = getComputedStyle(host);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  const short = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' });
  const axis: uPlot.Axis = {
    stroke: colour('--mantine-color-dimmed'),
    font: '12px Inter Variable',
    grid: { stroke: colour('--retoma-border'), width: 1 },
    ticks: { show: false },
  };
  const day = (seconds: number): string => short.format(seconds * 1000).replace(' de ', ' ');
  return {
    width,
    height,
    legend: { show: false },
    cursor: { show: false },
    // Half a day on either side, so that the first and the last bar are whole.
    scales: {
      x: { time: true, range: (_chart, min, max) => [min - 43_200, max + 43_200] },
      y: { range: (_chart, _min, max) => [0, Math.max(max, 10_000) * 1.1] },
    },
    axes: [
      { ...axis, grid: { show: false }, size: 32, gap: 9, space: 70, values: (_chart, splits) => splits.map(day) },
      {
        ...axis,
        // As wide as the longest label.
        size: (_chart, values) => 12 + 7 * Math.max(...(values ?? ['']).map(({ length }) => length)),
        space: 48,
        values: (_chart, splits) => splits.map((cents) => money(cents).replace(/[.,]00$/, '')),
      },
    ],
    series: [
      {},
      {
        fill: colour('--mantine-primary-color-filled'),
        stroke: colour('--mantine-primary-color-filled'),
        width: 0,
        points: { show: false },
        paths: uPlot.paths.bars!({ size: [0.6, 24], radius: 0.2 }),
      },
    ],
  };
}
