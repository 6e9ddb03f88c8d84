import { ViewportPortal } from '@xyflow/react';
import { memo, useMemo, type ReactNode } from 'react';
import { Icon } from '../ui/icons.tsx';
import { useLocale } from '../ui/locale.tsx';
import { useTexts } from '../ui/texts.ts';
import styles from './diagram.module.css';
import type { Metric, StepMetrics } from './metrics/step-metrics.ts';
import { tile, type Area } from './layout/area.ts';
import type { Layout, Line, Pill, Plus } from './layout/layout.ts';
import { listName, listLocation, listRules } from './cards/list-text.ts';
import type { Highlights } from './metrics/highlights.ts';
import { describeStep } from './cards/step-text.ts';
import { texts } from './texts.ts';

/** Everything around the cards: lines, the pills of lists, and the slots for new steps. */
type OverlayProps = {
  layout: Layout;
  /** The area in which elements are rendered. */
  area: Area;
  highlights: Highlights;
  metrics?: StepMetrics | undefined;
  onFold: (listId: string, isFolded: boolean) => void;
  onInsert?: ((plus: Plus, anchor: HTMLElement) => void) | undefined;
  hints?: readonly Hint[] | undefined;
  /** The allowed slots of the step that is dragged, and the nearest of them. */
  zones?: { ids: ReadonlySet<string>; near: string | undefined } | undefined;
};

/** A warning on the edge into a step, and the button that fixes it. */
export type Hint = { id: string; text: string; action: string; applyFix: () => void };

/** Draws everything but the cards, with few elements, so that panning stays smooth. */
export const Overlay = memo(
  ({ layout, area, highlights, metrics, onFold, onInsert, hints, zones }: OverlayProps): ReactNode => {
    const seen = ({ x, y }: { x: number; y: number }): boolean =>
      x >= area.left && x <= area.right && y >= area.top && y <= area.bottom;
    const pluses = zones ? layout.pluses.filter(({ id }) => zones.ids.has(id)) : layout.pluses;
    return (
      <ViewportPortal>
        <Lines layout={layout} highlights={highlights} widths={metrics?.widths} from={area.top} to={area.bottom} />
        {layout.pills.filter(seen).map((pill) => (
          <PillOf key={pill.list.id} pill={pill} figure={metrics?.lists.get(pill.list.id)} onFold={onFold} />
        ))}
        {hints && !zones && <Hints layout={layout} hints={hints} />}
        {zones
          ? pluses.map(({ id, x, y }) => (
              <div key={id} className={styles.zone} data-near={zones.near === id} style={{ left: x, top: y }} />
            ))
          : onInsert && pluses.filter(seen).map((plus) => <PlusOf key={plus.id} plus={plus} onInsert={onInsert} />)}
      </ViewportPortal>
    );
  },
);

type Look = { highlights: Highlights; widths: StepMetrics['widths'] | undefined };
type LinesProps = Look & { layout: Layout; from: number; to: number };

/**
 * Draws the lines of the bands near the screen. A band has all lines that begin in it, and is drawn once: a band that comes into view does
 * not redraw others.
 */
function Lines({ layout: { lines }, highlights, widths, from, to }: LinesProps): ReactNode {
  const bands = useMemo(() => {
    const ofBand = Map.groupBy(lines, ({ top }) => Math.floor(top / tile));
    return [...ofBand].map(([band, strokes]) => ({
      band,
      strokes,
      bottom: strokes.reduce((lowest, stroke) => Math.max(lowest, stroke.bottom), -Infinity),
    }));
  }, [lines]);
  const near = bands.filter(({ band, bottom }) => bottom >= from && band * tile <= to);
  return near.map(({ band, strokes }) => <Band key={band} strokes={strokes} highlights={highlights} widths={widths} />);
}

/** All lines of a band that look the same are one path: hundreds of paths cost more than the cards. */
const Band = memo(({ strokes, highlights, widths }: Look & { strokes: readonly Line[] }): ReactNode => {
  const widthOf = ({ style, into }: Line): number => (style === 'bracket' ? 0 : (widths?.get(into) ?? 0));
  // Where lines overlap, the wider one is on top.
  const ordered = widths ? strokes.toSorted((one, other) => widthOf(one) - widthOf(other)) : strokes;
  const alike = Map.groupBy(ordered, (stroke) => {
    const tone = highlights[stroke.into]?.tone;
    return `${stroke.style} ${tone === 'passed' || tone === 'dimmed' ? tone : ''} ${widthOf(stroke) || ''}`;
  });
  return (
    <svg className={styles.lines} aria-hidden="true">
      {[...alike].map(([look, same]) => {
        const [style, tone, width] = look.split(' ');
        const d = same.map((stroke) => stroke.d).join('');
        const wide = width ? { 'data-volume': true, style: { strokeWidth: Number(width) } } : {};
        return <path key={look} d={d} data-style={style} data-tone={tone || undefined} {...wide} />;
      })}
    </svg>
  );
});

/** Hints, each beside the "+" before the step that it is about. */
function Hints({ layout: { cards }, hints }: { layout: Layout; hints: readonly Hint[] }): ReactNode {
  return hints.map(({ id, text, action, applyFix }) => {
    const card = cards.find((one) => one.id === id);
    if (!card) return null;
    const style = { left: card.x + card.width / 2 + 24, top: card.y - 24 };
    return (
      <button key={id} type="button" tabIndex={-1} className={`${styles.hint} nopan`} style={style} onClick={applyFix}>
        <Icon name="warning" size={13} />
        {text} <b>{action}</b>
      </button>
    );
  });
}

type PillProps = { pill: Pill; figure: Metric | undefined; onFold: OverlayProps['onFold'] };

const PillOf = memo(({ pill: { list, x, y, height, hidden }, figure, onFold }: PillProps): ReactNode => {
  const { locale } = useLocale();
  const t = useTexts(texts);
  const name = listName(list, locale);
  const isOthers = list.othersThan !== undefined;
  const inside = (
    <>
      {(list.number !== undefined || isOthers) && <span className={styles.number}>{list.number}</span>}
      <span className={styles.pillText}>
        <span className={styles.pillName}>{hidden ? t.folded(name, hidden) : name}</span>
        <span className={styles.pillRules}>{listRules(list, locale)}</span>
      </span>
      {figure && (
        <>
          <span className={styles.pillFact} aria-hidden="true">
            {figure.short}
          </span>
          <span className={styles.unseen}>{figure.full}</span>
        </>
      )}
    </>
  );
  const props = {
    className: styles.pill,
    'data-kind': isOthers ? 'others' : list.kind,
    style: { left: x, top: y, minHeight: height },
  };
  if (list.steps.length === 0) return <span {...props}>{inside}</span>;
  // The keyboard folds with ← and →; the pill is for pointers.
  return (
    <button
      type="button"
      tabIndex={-1}
      onClick={() => onFold(list.id, hidden === undefined)}
      {...props}
      className={`${styles.pill} nopan`}
    >
      <span className={styles.unseen}>{hidden ? t.unfold : t.fold} </span>
      {inside}
    </button>
  );
});

type PlusProps = { plus: Plus; onInsert: NonNullable<OverlayProps['onInsert']> };

const plusIcon = <Icon name="plus" size={12} />;

const PlusOf = memo(({ plus, onInsert }: PlusProps): ReactNode => {
  const { locale } = useLocale();
  const t = useTexts(texts);
  const { after, before, list } = plus;
  // The only slot of an automation without steps says what it is for.
  const isOnly = !after && !before && !list.owner;
  const label = isOnly
    ? t.firstStep
    : after
      ? t.addAfter(describeStep(after.step, locale).name)
      : list.owner
        ? t.addFirst(listLocation(list, locale))
        : t.addTrigger;
  return (
    <button
      type="button"
      tabIndex={-1}
      className={`${styles.plus} nopan`}
      style={{ left: plus.x, top: plus.y }}
      aria-label={label}
      data-place={plus.id}
      data-only={isOnly || undefined}
      onClick={(event) => onInsert(plus, event.currentTarget)}
    >
      {plusIcon}
      {isOnly && t.firstStep}
    </button>
  );
});
