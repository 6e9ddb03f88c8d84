import type { ReactNode } from 'react';
import type { Locale } from '../../../../ui/locale.tsx';
import type { Bucket } from '../home-data.ts';
import styles from './figures.module.css';
import { isMoney, scaleOf, valueOf, type Metric } from './series.ts';

/** Space above the highest line and below the lowest, in pixels. */
const [top, bottom] = [24, 28];
/** The distance between the parts of a bar, in pixels. */
const gap = 2;

type Data = {
  width: number;
  height: number;
  isNarrow: boolean;
  current: readonly Bucket[];
  before: readonly Bucket[];
  metric: Metric;
  locale: Locale;
};

/** Where the bars and the lines of a plot are. */
export type Geometry = Data & {
  /** The lines of the scale, with their labels. */
  lines: readonly { value: number; label: string }[];
  /** The centre of a bar, and its width. */
  x: (index: number) => number;
  slot: number;
  bar: number;
  y: (value: number) => number;
  left: number;
  /** The bar at a distance from the left edge. */
  bucketAt: (x: number) => number;
  /** Whether the box of a bar would reach beyond the right edge. */
  isRight: (index: number) => boolean;
};

/** `R$ 1,5 mil`, `800`. */
function shortOf(metric: Metric, locale: Locale): (value: number) => string {
  const options = { notation: 'compact', minimumFractionDigits: 0, maximumFractionDigits: 1 } as const;
  const money = new Intl.NumberFormat(locale, { ...options, style: 'currency', currency: 'BRL' });
  const number = new Intl.NumberFormat(locale, options);
  return (value) => (isMoney(metric) ? money.format(value / 100) : number.format(value));
}

/** The width of the widest box, in pixels. */
const boxWidth = 290;

/** The places of a plot. Pure. */
export function geometryOf(data: Data): Geometry {
  const { width, height, isNarrow, current, before, metric, locale } = data;
  const { step, top: max } = scaleOf(Math.max(...[...current, ...before].map((one) => valueOf(one, metric))));
  const short = shortOf(metric, locale);
  const lines = Array.from({ length: Math.round(max / step) + 1 }, (_, line) => {
    const value = line * step;
    return { value, label: short(value) };
  });
  const longest = Math.max(...lines.map(({ label }) => label.length));
  const left = isNarrow ? Math.ceil(longest * 6.5) + 8 : 72;
  const slot = (width - left) / current.length;
  const x = (index: number): number => left + (index + 0.5) * slot;
  return {
    ...data,
    lines,
    left,
    slot,
    x,
    bar: Math.min(current.length > 12 ? 24 : 40, Math.max(3, slot * 0.6)),
    y: (value) => height - bottom - (value / max) * (height - bottom - top),
    bucketAt: (at) => Math.max(0, Math.min(current.length - 1, Math.floor((at - left) / slot))),
    isRight: (index) => x(index) > width - boxWidth,
  };
}

type BarsProps = {
  geometry: Geometry;
  chosen: number | null;
  labels: { of: (index: number) => string; best: string };
  /** Whether a bar has our part and the rest. */
  isStacked: boolean;
  /** Whether the highest bar carries its value. */
  hasBest: boolean;
};

/** The plot: lines, bars, marks of the period before, labels. Its numbers are in the slider's text and in the table. */
export function Bars({ geometry, chosen, labels, isStacked, hasBest }: BarsProps): ReactNode {
  const { width, height, current, before, metric, lines, left, slot, bar, x, y } = geometry;
  const values = current.map((one) => valueOf(one, metric));
  const best = values.indexOf(Math.max(...values));
  return (
    <svg width={width} height={height} aria-hidden="true">
      {chosen !== null && (
        <rect
          className={styles['band']}
          x={x(chosen) - slot / 2}
          y={top - 8}
          width={slot}
          height={height - bottom - top + 8}
          rx={4}
        />
      )}
      {lines.map(({ value, label }) => (
        <g key={value}>
          <line
            className={value === 0 ? styles['zero'] : styles['grid']}
            x1={left}
            x2={width}
            y1={y(value)}
            y2={y(value)}
          />
          <text x={geometry.isNarrow ? 0 : left - 12} y={y(value) + 4} textAnchor={geometry.isNarrow ? 'start' : 'end'}>
            {label}
          </text>
        </g>
      ))}
      {current.map((one, index) => (
        <g key={one.at}>
          {isStacked ? (
            <Stack geometry={geometry} index={index} bucket={one} />
          ) : (
            <path className={styles['ours']} d={barPath(x(index), bar, y(0), y(values[index]!))} />
          )}
          {before[index] && valueOf(before[index], metric) > 0 && (
            <line
              className={styles['before']}
              x1={x(index) - bar / 2 - 1}
              x2={x(index) + bar / 2 + 1}
              y1={y(valueOf(before[index], metric))}
              y2={y(valueOf(before[index], metric))}
            />
          )}
        </g>
      ))}
      {hasBest && values[best]! > 0 && (
        <text
          className={styles['best']}
          x={x(best) > width - 60 ? width : x(best)}
          y={y(values[best]!) - 8}
          textAnchor={x(best) > width - 60 ? 'end' : 'middle'}
        >
          {labels.best}
        </text>
      )}
      <AxisLabels geometry={geometry} label={labels.of} />
    </svg>
  );
}

/** A bar of what messages recovered, and above it the other sales. */
function Stack({ geometry, index, bucket }: { geometry: Geometry; index: number; bucket: Bucket }): ReactNode {
  const { x, y, bar } = geometry;
  const { paid, recovered } = bucket;
  const ours = Math.min(recovered.cents, paid.cents);
  const isWhole = ours === paid.cents;
  const floor = y(ours) - (ours > 0 && y(ours) - y(paid.cents) > gap ? gap : 0);
  return (
    <>
      {ours > 0 && <path className={styles['ours']} d={barPath(x(index), bar, y(0), y(ours), isWhole)} />}
      {!isWhole && <path className={styles['rest']} d={barPath(x(index), bar, floor, y(paid.cents))} />}
    </>
  );
}

/** A bar from one height to another, its upper corners rounded. */
function barPath(x: number, width: number, from: number, to: number, isRounded = true): string {
  const height = from - to;
  if (height <= 0) return '';
  const r = isRounded ? Math.min(3, height, width / 2) : 0;
  return `M${x - width / 2} ${from}v${r - height}q0 ${-r} ${r} ${-r}h${width - 2 * r}q${r} 0 ${r} ${r}v${height - r}z`;
}

/** The most labels below the bars. */
const maxLabels = { narrow: 5, wide: 12 };

/** Labels below every so manieth bar, counted from the last one. */
function AxisLabels({ geometry, label }: { geometry: Geometry; label: (index: number) => string }): ReactNode {
  const { current, isNarrow, height, width, x, bar } = geometry;
  const every = Math.ceil(current.length / (isNarrow ? maxLabels.narrow : maxLabels.wide));
  const last = current.length - 1;
  return current.map((one, index) => {
    if ((last - index) % every !== 0) return null;
    // The last label ends with its bar where it would be cut.
    const isEdge = index === last && width - x(index) < 20;
    return (
      <text
        key={one.at}
        x={isEdge ? x(index) + bar / 2 : x(index)}
        y={height - 8}
        textAnchor={isEdge ? 'end' : 'middle'}
      >
        {label(index)}
      </text>
    );
  });
}
