import '@xyflow/react/dist/base.css';
import { useCallbackRef } from '@mantine/hooks';
import type { Flow } from '@retoma/flow';
import { Panel, ReactFlow, ReactFlowProvider, useOnViewportChange, useReactFlow } from '@xyflow/react';
import { useMemo, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { useLocale } from '../ui/locale.tsx';
import { shortcutOf } from '../ui/format/shortcut.ts';
import { useTexts } from '../ui/texts.ts';
import { nodeTypes, type CardNode } from './cards/cards.tsx';
import { nodeMaker } from './cards/diagram-nodes.ts';
import styles from './diagram.module.css';
import { useDragging } from './dragging.ts';
import type { StepMetrics } from './metrics/step-metrics.ts';
import { enclosingLists, useFolding } from './collapse.ts';
import { everywhere, useArea } from './layout/area.ts';
import { layoutOf, type Plus } from './layout/layout.ts';
import { DiagramMap, useMap } from './map.tsx';
import type { Highlights } from './metrics/highlights.ts';
import { outlineOf, nestedSteps } from './layout/flow-tree.ts';
import { Overlay, type Hint } from './overlay.tsx';
import { rowsOf, treeMove } from './layout/rows.ts';
import { describeStep } from './cards/step-text.ts';
import { texts } from './texts.ts';
import {
  minReadable,
  useAnchor,
  useFirstView,
  useFit,
  useFocusing,
  useGlide,
  useKeepInSight,
  useMinZoom,
  useReveal,
} from './layout/viewport.ts';
import { goesOnOf, waitedOf, type EntryClock } from './metrics/wait-times.ts';
import { ZoomBar } from './zoom-bar.tsx';

/** A flow drawn as a tree in execution order. With only `flow` it is read-only. */
type DiagramProps = {
  flow: Flow;
  /** The id of the step that is selected; `trigger-0` for the trigger. */
  selected?: string | undefined;
  onSelect?: ((id: string | undefined, byKey?: boolean) => void) | undefined;
  highlights?: Highlights | undefined;
  /** The run counts of each step. */
  metrics?: StepMetrics | undefined;
  /** The ids of the selected steps, for actions on all of them; `onChoose` adds or removes one. */
  multiSelection?: ReadonlySet<string> | undefined;
  onChoose?: ((id: string) => void) | undefined;
  /** Requests a new step in a slot; `anchor` is the pressed button. */
  insert?: ((plus: Plus, anchor: HTMLElement) => void) | undefined;
  /** Called when a step was dragged to a slot. */
  move?: ((id: string, plus: Plus) => void) | undefined;
  /**
   * The card with the keyboard focus, as the caller's state. When `focusing` grows, that card takes the focus. `isJump`: it is then shown
   * large enough to be read.
   */
  cursor?: { current: string; focusing: number; isJump?: boolean; go: (id: string) => void } | undefined;
  /** Warnings next to the step they are about. */
  hints?: readonly Hint[] | undefined;
  /** The name under which this browser stores which lists are folded. */
  keepsFolds?: string | undefined;
  /** Shown beside the zoom buttons. */
  tools?: ReactNode;
  /** What decides when someone who enters now goes on; waits then show it. */
  entryClock?: EntryClock | undefined;
  /** A small picture of the whole flow, without buttons. */
  isThumbnail?: boolean;
};

/** Draws a flow. It fills its parent element, which must have a height. */
export const Diagram = (props: DiagramProps): ReactNode => (
  <ReactFlowProvider>
    <Drawing {...props} />
  </ReactFlowProvider>
);

const nothing: Highlights = {};
const none: ReadonlySet<string> = new Set();

/** The drawing of a flow. Cards with unchanged content stay the same objects. */
function useDrawing(props: DiagramProps, current: string, isMapVisible: boolean) {
  const { flow, highlights = nothing, metrics, multiSelection = none, selected, move, keepsFolds, entryClock } = props;
  const { locale } = useLocale();
  const outline = useMemo(() => outlineOf(flow), [flow]);
  const { folded, fold } = useFolding(outline, keepsFolds);
  const layout = useMemo(() => layoutOf(outline, folded, locale), [outline, folded, locale]);
  const rows = useMemo(() => rowsOf(outline, folded), [outline, folded]);
  const waited = useMemo(() => waitedOf(outline), [outline]);
  const goesOn = useMemo(() => goesOnOf(outline, entryClock, locale), [outline, entryClock, locale]);
  const area = useArea(layout.cards.length > 120);
  const [make] = useState(nodeMaker);
  const isMovable = move !== undefined;
  // The map draws the cards that React Flow has.
  const source = {
    flow,
    layout,
    area: isMapVisible ? everywhere : area,
    rows,
    waited,
    goesOn,
    highlights,
    metrics,
    multiSelection,
    selected,
    current,
    isMovable,
    locale,
  };
  // oxlint-disable-next-line react/exhaustive-deps -- what nodes are made of is listed once, in `source`
  const nodes = useMemo(() => make(source), [make, ...Object.values(source)]);
  return { outline, fold, layout, area, rows, nodes };
}

function Drawing(props: DiagramProps): ReactNode {
  const { onSelect, highlights = nothing, insert, move, tools } = props;
  const [own, setOwn] = useState('trigger-0');
  const { current, focusing, isJump = false, go } = props.cursor ?? { current: own, focusing: 0, go: setOwn };
  const frame = useRef<HTMLDivElement>(null);
  const t = useTexts(texts);
  const { locale } = useLocale();
  const [isMapVisible, setMapVisible] = useState(false);
  const { outline, fold, layout, area, rows, nodes } = useDrawing(props, current, isMapVisible);
  const reveal = useReveal(layout);
  const map = useMap(rows.length, isMapVisible, setMapVisible);
  const { drag, begin } = useDragging({ outline, layout }, move);
  useAnchor(layout, current);
  useGlide(frame, layout, current);
  useKeepInSight(props.selected, reveal, insert !== undefined);
  useOnViewportChange({ onChange: ({ zoom }) => showScale(frame.current, zoom) });
  const focus = (id: string, isFar = false): void => {
    fold(enclosingLists(outline, id), false);
    reveal(id, isFar);
    setTimeout(() => focusCard(frame.current, id), 30);
  };
  useFocusing(focusing, () => focus(current, isJump));
  const fit = useFit(layout, () => map && setMapVisible(true));
  const zoomByKey = useZoomKeys(fit);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!shortcutOf(event).isPlain || !isCard(event.target)) return;
    if (event.key === 'Enter') return onSelect?.(current, true);
    if (zoomByKey(event.key)) return event.preventDefault();
    const moved = treeMove(rows, current, event.key);
    if (!moved) return;
    event.preventDefault();
    if ('to' in moved) {
      go(moved.to);
      focus(moved.to);
    } else fold(outline.steps.get(current)?.lists.map(({ id }) => id) ?? [], moved.fold);
  };
  const onFold = useCallbackRef((id: string, isFolded: boolean) => fold([id], isFolded));
  const dragged = drag && outline.steps.get(drag.id);
  const zones = drag?.zones;
  return (
    <div ref={frame} role="presentation" className={styles.diagram} onKeyDown={onKeyDown} onPointerDownCapture={begin}>
      <Canvas
        {...{ nodes, layout, showsAll: !insert, isThumbnail: props.isThumbnail === true, label: t.tree }}
        onPick={(id, isMore) => (go(id), isMore ? props.onChoose?.(id) : onSelect?.(id))}
        onLeave={() => onSelect?.(undefined)}
      >
        <Overlay
          {...{ layout, area, highlights, onFold, zones }}
          metrics={props.metrics}
          onInsert={insert}
          hints={props.hints}
        />
        {!props.isThumbnail && (
          <Panel position="bottom-right" style={{ display: 'flex', gap: 8 }}>
            {tools}
            <ZoomBar map={map} onFit={fit} />
          </Panel>
        )}
        {map?.isVisible && <DiagramMap />}
      </Canvas>
      {drag && dragged && (
        <div className={styles.ghost} style={{ left: drag.x + 12, top: drag.y + 12 }}>
          {describeStep(dragged.step, locale).name}
          {dragged.lists.length > 0 && ` (${[...nestedSteps(dragged)].length})`}
        </div>
      )}
    </div>
  );
}

/** Handles the zoom keys `+`, `−` and `0`; returns whether the key was one of them. */
function useZoomKeys(fit: () => void): (key: string) => boolean {
  const { zoomIn, zoomOut } = useReactFlow();
  return (key) => {
    if (key === '+' || key === '=') void zoomIn();
    else if (key === '-') void zoomOut();
    else if (key === '0') fit();
    else return false;
    return true;
  };
}

type CanvasProps = {
  nodes: CardNode[];
  layout: ReturnType<typeof layoutOf>;
  showsAll: boolean;
  isThumbnail: boolean;
  label: string;
  /** `isMore`: Ctrl or ⌘ was pressed, to add the card to the multi-selection. */
  onPick: (id: string, isMore: boolean) => void;
  onLeave: () => void;
  children: ReactNode;
};

/** The credit of the library is in the editor; pictures of flows inside pages and dialogs have none. */
const withoutCredit = { hideAttribution: true };

/** React Flow without the interactions that this tree implements itself. */
function Canvas(props: CanvasProps): ReactNode {
  const { nodes, layout, showsAll, isThumbnail, label, onPick, onLeave, children } = props;
  const minZoom = useMinZoom(layout);
  const first = useFirstView(layout, showsAll, isThumbnail ? minZoom : minReadable);
  const frame = useRef<HTMLDivElement>(null);
  const onInit = useCallbackRef((): void => {
    // The tree consists of the cards only: pluses and pills beside them are not steps.
    const tree = frame.current?.querySelector('.react-flow__nodes');
    tree?.setAttribute('role', 'tree');
    tree?.setAttribute('aria-label', label);
    tree?.setAttribute('aria-multiselectable', 'true');
    first();
  });
  const onNodeClick = useCallbackRef(({ ctrlKey, metaKey }: MouseEvent, { id }: CardNode) =>
    onPick(id, ctrlKey || metaKey),
  );
  const onPaneClick = useCallbackRef(onLeave);
  return (
    <ReactFlow
      ref={frame}
      nodes={nodes}
      nodeTypes={nodeTypes}
      onInit={onInit}
      onNodeClick={onNodeClick}
      onPaneClick={onPaneClick}
      minZoom={minZoom}
      maxZoom={1.5}
      panOnScroll
      zoomOnDoubleClick={false}
      nodesDraggable={false}
      nodesConnectable={false}
      nodesFocusable={false}
      edgesFocusable={false}
      elementsSelectable={false}
      disableKeyboardA11y
      deleteKeyCode={null}
      selectionKeyCode={null}
      multiSelectionKeyCode={null}
      zoomActivationKeyCode="Control"
      onlyRenderVisibleElements={layout.cards.length > 120}
      attributionPosition="bottom-left"
      {...(showsAll && { proOptions: withoutCredit })}
    >
      {children}
    </ReactFlow>
  );
}

/**
 * The look of a zoom. "+" keeps about the size of a fingertip, but never covers the cards around it; below half size there is none, and
 * cards show only their name; below a fifth a card is a bar in the colour of its kind.
 */
function showScale(element: HTMLElement | null, zoom: number): void {
  if (!element) return;
  const scale = String(Math.round(Math.min(1.6, Math.max(1, 1 / zoom)) * 20) / 20);
  if (element.style.getPropertyValue('--plus-scale') !== scale) element.style.setProperty('--plus-scale', scale);
  element.style.setProperty('--line-width', `${Math.max(1.6, 1 / zoom)}px`);
  const distance = zoom < 0.2 ? 'bars' : zoom < 0.5 ? 'names' : 'near';
  if (element.dataset['distance'] !== distance) element.dataset['distance'] = distance;
}

const isCard = (target: EventTarget): boolean => target instanceof Element && target.matches('.react-flow__node');

/** The number of frames for which the focus waits for a card. */
const longestWait = 30;

/** Focuses a card. One outside of the view is rendered only after `reveal` has moved the view to it. */
function focusCard(frame: HTMLElement | null, id: string, waits = longestWait): void {
  const card = cardElement(frame, id);
  if (card) card.focus({ preventScroll: true });
  else if (waits > 0) requestAnimationFrame(() => focusCard(frame, id, waits - 1));
}

const cardElement = (frame: HTMLElement | null, id: string): HTMLElement | null =>
  frame?.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(id)}"]`) ?? null;
