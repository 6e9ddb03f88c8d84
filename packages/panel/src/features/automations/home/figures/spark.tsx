import type { ReactNode } from 'react';
import styles from './figures.module.css';

const [width, height] = [80, 32];
/** The most points of a line: more would be narrower than it. */
const maxPoints = 31;

/** A small line of values from 0, with that of the period before in grey behind it. It says the shape; the numbers stand beside it. */
export function Spark({ values, before }: { values: readonly number[]; before?: readonly number[] }): ReactNode {
  const [line, earlier] = [summed(values), summed(before ?? [])];
  const top = Math.max(1, ...line, ...earlier);
  return (
    <svg className={styles['spark']} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      {earlier.length > 1 && <path className={styles['earlier']} d={pathOf(earlier, top)} />}
      <path d={pathOf(line, top)} />
    </svg>
  );
}

function summed(values: readonly number[]): number[] {
  const size = Math.ceil(values.length / maxPoints);
  if (size <= 1) return [...values];
  return Array.from({ length: Math.ceil(values.length / size) }, (_, at) =>
    values.slice(at * size, (at + 1) * size).reduce((sum, one) => sum + one, 0),
  );
}

const pathOf = (values: readonly number[], top: number): string =>
  values
    .map((value, at) => {
      const x = values.length === 1 ? width / 2 : (at / (values.length - 1)) * width;
      return `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${(height - 2 - (value / top) * (height - 4)).toFixed(1)}`;
    })
    .join('');
