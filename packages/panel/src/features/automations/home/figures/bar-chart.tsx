import { useElementSize } from '@mantine/hooks';
import { useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { useLocale } from '../../../../ui/locale.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import type { Figures } from '../home-data.ts';
import { Bars, geometryOf } from './bars.tsx';
import { useBucketLabels } from './bucket-labels.ts';
import styles from './figures.module.css';
import { ReadOut, useReading } from './read-out.tsx';
import { grouped, isMoney, valueOf, type Metric } from './series.ts';
import { texts } from './texts.ts';

/** Narrower than this, a thumb covers a box beside a bar: the read-out is above the plot. */
const narrow = 480;

/**
 * A bar for each hour or day of the period, with a mark at the value of the period before. Pointer, touch and arrow keys choose a bar, whose
 * numbers are shown beside it; the chart is a slider for screen readers.
 */
export function BarChart({ figures, metric }: { figures: Figures; metric: Metric }): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  const { ref, width, height } = useElementSize();
  const [chosen, setChosen] = useState<number | null>(null);
  const { axis } = useBucketLabels(figures.unit);
  const isNarrow = width < narrow;
  // Ninety bars on a phone would be two pixels wide.
  const size = isNarrow && figures.current.buckets.length > 31 ? 3 : 1;
  const [current, before] = [grouped(figures.current.buckets, size), grouped(figures.before.buckets, size)];
  const last = current.length - 1;
  const at = chosen === null ? null : Math.min(chosen, last);
  const read = useReading({ figures, metric, current, before, size });
  const shown = at ?? (isNarrow ? last : null);
  const geometry = geometryOf({ width, height, isNarrow, current, before, metric, locale });
  const choose = ({ clientX, currentTarget }: PointerEvent<HTMLDivElement>): void =>
    setChosen(geometry.bucketAt(clientX - currentTarget.getBoundingClientRect().left));
  const move = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') return setChosen(null);
    const to = { ArrowLeft: (at ?? last + 1) - 1, ArrowRight: (at ?? -1) + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    setChosen(Math.max(0, Math.min(last, to)));
  };
  const reading = read(shown ?? last);
  return (
    <>
      {isNarrow && <ReadOut reading={reading} />}
      <div
        ref={ref}
        className={styles['plot']}
        role="slider"
        tabIndex={0}
        aria-label={`${t[`${metric}Chart`](t[figures.unit])}. ${t.useArrows}`}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={shown ?? last}
        aria-valuetext={reading.sentence}
        onPointerMove={choose}
        onPointerDown={choose}
        onPointerLeave={() => setChosen(null)}
        onBlur={() => setChosen(null)}
        onKeyDown={move}
      >
        {width > 0 && (
          <Bars
            geometry={geometry}
            chosen={at}
            labels={{
              best: read.written(Math.max(...current.map((one) => valueOf(one, metric)))),
              of: (index) =>
                index === last && figures.isCut && figures.unit === 'day' ? t.todayBar : axis(current[index]!),
            }}
            isStacked={metric === 'paid'}
            hasBest={isMoney(metric) || figures.unit === 'day'}
          />
        )}
        {!isNarrow && at !== null && (
          <div
            className={styles['tip']}
            style={geometry.isRight(at) ? { right: width - geometry.x(at) + 16 } : { left: geometry.x(at) + 16 }}
          >
            <ReadOut reading={reading} />
          </div>
        )}
      </div>
    </>
  );
}
