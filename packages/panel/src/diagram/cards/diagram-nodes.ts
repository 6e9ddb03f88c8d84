import type { Flow } from '@retoma/flow';
import type { Locale } from '../../ui/locale.tsx';
import { sameCard, stepCard, triggerCard, type CardData, type CardText } from './card-data.ts';
import type { CardNode } from './cards.tsx';
import type { StepMetrics, StepMetric } from '../metrics/step-metrics.ts';
import type { Area } from '../layout/area.ts';
import type { CardBox, Layout } from '../layout/layout.ts';
import { listLocation } from './list-text.ts';
import type { Highlights } from '../metrics/highlights.ts';
import type { DiagramRow } from '../layout/rows.ts';
import { texts } from '../texts.ts';
import type { GoesOn, Waited } from '../metrics/wait-times.ts';

/** The input from which cards are made. */
type NodeSource = {
  flow: Flow;
  layout: Layout;
  /** Cards outside of it get no node, so that a change costs what is seen and not what the flow has. */
  area: Area;
  rows: readonly DiagramRow[];
  waited: Waited;
  goesOn: GoesOn;
  highlights: Highlights;
  metrics: StepMetrics | undefined;
  multiSelection: ReadonlySet<string>;
  selected: string | undefined;
  current: string;
  isMovable: boolean;
  locale: Locale;
};

/** Returns a function that makes cards for React Flow. A card with unchanged content stays the same object and is not redrawn. */
export function nodeMaker(): (source: NodeSource) => CardNode[] {
  let before: ReadonlyMap<string, CardNode> = new Map();
  return (source) => {
    const made = nodesOf(source, before);
    before = new Map(made.map((node) => [node.id, node]));
    return made;
  };
}

/** The cards of the area, in execution order. */
function nodesOf(source: NodeSource, before: ReadonlyMap<string, CardNode>): CardNode[] {
  const framed = new Set(source.layout.frames.map(({ id }) => id));
  const cards = new Map([...source.layout.cards, ...source.layout.frames].map((card) => [card.id, card]));
  const nodes: CardNode[] = [];
  for (const row of source.rows) {
    const card = cards.get(row.id);
    if (!card || !isIn(source.area, card)) continue;
    const node = nodeOf(card, row, framed.has(row.id), source);
    const old = before.get(row.id);
    // A card that only moved keeps its data, and is not redrawn.
    if (old && sameCard(old.data, node.data)) node.data = old.data;
    nodes.push(old && sameNode(old, node) ? old : node);
  }
  return nodes;
}

const isIn = ({ left, top, right, bottom }: Area, { x, y, width, height }: CardBox): boolean =>
  x + width >= left && x <= right && y + height >= top && y <= bottom;

function nodeOf(card: CardBox, row: DiagramRow, isFrame: boolean, source: NodeSource): CardNode {
  const { id, x, y, width, height } = card;
  const { locale, highlights, multiSelection, selected, current } = source;
  const text = card.step ? stepCard(card.step, source.waited, source.goesOn, locale) : triggerCard(source.flow, locale);
  const metric = source.metrics?.steps.get(id);
  const mark = highlights[id] ?? metric?.since;
  const data: CardData = {
    ...text,
    ...(metric?.full && withMetric(text, metric)),
    where: whereOf(row, locale),
    announcement: highlights[id]
      ? [texts[locale][highlights[id].tone], metric?.since?.badge].filter(Boolean).join(', ')
      : '',
    ...(mark && { mark: mark.tone }),
    ...(mark?.badge && { badge: mark.badge }),
    ...(mark?.note && { note: mark.note }),
    isSelected: selected === id,
    isMultiSelected: multiSelection.has(id),
    isMovable: source.isMovable && card.step !== undefined,
  };
  return {
    id,
    type: isFrame ? 'frame' : 'card',
    position: { x, y },
    width,
    height,
    // Known sizes. Without them React Flow inserts each card into the page to measure it, also off-screen, and again at each change.
    measured: { width, height },
    handles: [],
    zIndex: isFrame ? row.level : 100,
    ...(isFrame && { style: { pointerEvents: 'none' } }),
    data,
    ariaRole: 'treeitem',
    domAttributes: {
      tabIndex: current === id ? 0 : -1,
      'aria-roledescription': undefined,
      'aria-level': row.level,
      'aria-posinset': row.position,
      'aria-setsize': row.size,
      'aria-selected': selected === id || multiSelection.has(id),
      ...(row.isOpen !== undefined && { 'aria-expanded': row.isOpen }),
    },
  };
}

/** The run count replaces the wait time on the right. The wait time moves to the left if the line there is empty. */
const withMetric = (
  { line, fact }: CardText,
  { short, full: withMetric, line: waits }: StepMetric,
): Partial<CardData> => ({
  fact: short,
  metric: withMetric,
  line: waits ?? (line || fact),
  ...(waits !== undefined && { isLineReported: true }),
});

/** The position of a step in its list: `Passo 3, caminho Pendente.` */
function whereOf({ step, position }: DiagramRow, locale: Locale): string {
  const t = texts[locale];
  if (!step) return t.trigger;
  return t.step(step.list.kind === 'main' ? position - 1 : position, listLocation(step.list, locale));
}

function sameNode(a: CardNode, b: CardNode): boolean {
  return (
    a.type === b.type &&
    a.position.x === b.position.x &&
    a.position.y === b.position.y &&
    a.width === b.width &&
    a.height === b.height &&
    sameAttributes(a.domAttributes!, b.domAttributes!) &&
    a.data === b.data
  );
}

type Attributes = NonNullable<CardNode['domAttributes']>;

function sameAttributes(a: Attributes, b: Attributes): boolean {
  const names = Object.keys(a) as (keyof Attributes)[];
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}
