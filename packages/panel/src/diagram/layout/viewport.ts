import { useCallbackRef } from '@mantine/hooks';
import { getViewportForBounds, useReactFlow, useStore, useStoreApi, type Viewport } from '@xyflow/react';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';
import type { CardBox, Layout } from './layout.ts';

/** A read-only diagram opens no smaller than this, so that its names can be read. */
export const minReadable = 0.35;

/** A jump shows a step at least this large, so that its text can be read. */
const jumpZoom = 0.8;

/** The padding around a fitted diagram; the buttons are at the bottom. */
const fitPadding = { top: '24px', right: '24px', bottom: '80px', left: '24px' } as const;

/**
 * The lowest zoom: a quarter, or one at which the whole flow is in the window. It is a whole percent, so that it seldom changes with the
 * flow: React Flow redraws all of itself for another one.
 */
export function useMinZoom({ left, right, height }: Layout): number {
  return useStore((state) => {
    const [x, y] = [(state.width - 48) / (left + right), (state.height - 104) / height];
    return Math.max(0.01, Math.floor(Math.min(0.25, x, y) * 100) / 100);
  });
}

/**
 * Returns a function that shows the whole diagram. Where names would be too small, it first shows the beginning with names that can be read
 * and calls `showMap`; repeated, it shows everything.
 */
export function useFit({ left, right, height }: Layout, showMap: () => void): () => void {
  const { getViewport, setViewport } = useReactFlow();
  const store = useStoreApi();
  const bounds = { x: -left, y: 0, width: left + right, height };
  return useCallbackRef(() => {
    const { width, height, minZoom, maxZoom } = store.getState();
    const whole = getViewportForBounds(bounds, width, height, minZoom, maxZoom, fitPadding);
    const named = { ...beginning(bounds, width, minReadable), zoom: minReadable };
    const is = getViewport();
    const isRepeated = is.x === named.x && is.y === named.y && is.zoom === named.zoom;
    if (whole.zoom >= minReadable || isRepeated) return void setViewport(whole);
    showMap();
    void setViewport(named);
  });
}

/** The position of a diagram that begins at the top: centred, as far as the trigger stays on the screen. */
function beginning(
  { x, width }: { x: number; width: number },
  available: number,
  zoom: number,
): { x: number; y: number } {
  const lean = Math.max(-available / 4, Math.min(available / 4, (x + width / 2) * zoom));
  return { x: available / 2 - lean, y: 24 };
}

/** The minimum distance between a card and the edge of the screen, in pixels. */
const margin = 48;

const motion = (): { duration: number } =>
  matchMedia('(prefers-reduced-motion: reduce)').matches ? { duration: 0 } : { duration: 160 };

const stepCard = ({ cards, frames }: Layout, id: string): CardBox | undefined =>
  cards.find((card) => card.id === id) ?? frames.find((frame) => frame.id === id);

/**
 * Returns a function that moves the view just enough to show a card. If the card is visible, the view does not move. `isFar`: a card whose
 * text is too small is shown in the middle instead, large enough, and at once: the way to it has nothing to see.
 */
export function useReveal(layout: Layout): (id: string, isFar?: boolean) => void {
  const { getViewport, setViewport } = useReactFlow();
  const store = useStoreApi();
  const awaited = useRef<{ id: string; isFar: boolean }>(undefined);
  const reveal = (id: string, isFar = false): void => {
    const card = stepCard(layout, id);
    const { width, height } = store.getState();
    // A step in a folded list has no place until the list is unfolded.
    awaited.current = card ? undefined : { id, isFar };
    if (!card || width === 0) return;
    const { x, y, zoom } = getViewport();
    if (isFar && zoom < 0.75) {
      const [middle, centre] = [card.x + card.width / 2, card.y + Math.min(card.height, 120) / 2];
      return void setViewport({ x: width / 2 - middle * jumpZoom, y: height / 2 - centre * jumpZoom, zoom: jumpZoom });
    }
    const [left, top] = [card.x * zoom + x, card.y * zoom + y];
    const [right, bottom] = [left + card.width * zoom, top + Math.min(card.height, 120) * zoom];
    const dx = left < margin ? margin - left : right > width - margin ? width - margin - right : 0;
    const dy = top < margin ? margin - top : bottom > height - margin ? height - margin - bottom : 0;
    if (dx !== 0 || dy !== 0) void setViewport({ x: x + dx, y: y + dy, zoom }, motion());
  };
  const latest = useEffectEvent(reveal);
  useEffect(() => {
    const its = awaited.current;
    if (its && stepCard(layout, its.id)) latest(its.id, its.isFar);
  }, [layout]);
  return reveal;
}

/**
 * Keeps the selection visible when the panel next to it opens or closes. `keepsCentre`: what was in the middle stays in the middle of what
 * is left.
 */
export function useKeepInSight(selected: string | undefined, reveal: (id: string) => void, keepsCentre: boolean): void {
  const { getViewport, setViewport } = useReactFlow();
  const width = useStore((state) => state.width);
  const before = useRef(width);
  const centre = useEffectEvent((by: number): void => {
    const { x, y, zoom } = getViewport();
    if (keepsCentre && by !== 0) void setViewport({ x: x + by, y, zoom });
  });
  const latest = useEffectEvent(reveal);
  useEffect(() => {
    if (before.current > 0) centre((width - before.current) / 2);
    before.current = width;
  }, [width]);
  useEffect(() => {
    if (selected !== undefined && width > 0) latest(selected);
  }, [selected, width]);
}

/** Keeps the current card at its screen position when the layout changes around it. */
export function useAnchor(layout: Layout, id: string): void {
  const { getViewport, setViewport } = useReactFlow();
  const before = useRef<{ id: string; x: number; y: number }>(undefined);
  useLayoutEffect(() => {
    const card = stepCard(layout, id);
    const was = before.current;
    if (card && was?.id === id && (was.x !== card.x || was.y !== card.y)) {
      const { x, y, zoom } = getViewport();
      void setViewport({ x: x + (was.x - card.x) * zoom, y: y + (was.y - card.y) * zoom, zoom });
    }
    before.current = card && { id, x: card.x, y: card.y };
  }, [layout, id, getViewport, setViewport]);
}

/** The maximum number of cards that are animated at once; more would not be smooth. */
const maxAnimated = 120;

/** Animates cards to their new positions, unless that moves the card with the focus, which must stay in place. */
export function useGlide(frameRef: RefObject<HTMLElement | null>, layout: Layout, id: string): void {
  const before = useRef<{ layout: Layout; card: CardBox | undefined }>(undefined);
  useLayoutEffect(() => {
    const was = before.current;
    const card = stepCard(layout, id);
    before.current = { layout, card };
    const element = frameRef.current;
    if (!element || !was || was.layout === layout || layout.cards.length > maxAnimated || motion().duration === 0)
      return;
    if (!card || !was.card || was.card.x !== card.x || was.card.y !== card.y) return;
    element.dataset['glides'] = 'true';
    const timer = setTimeout(() => delete element.dataset['glides'], 240);
    return () => {
      clearTimeout(timer);
      delete element.dataset['glides'];
    };
  }, [frameRef, layout, id]);
}

/**
 * Opens with the trigger at the top centre, at 100%. A read-only diagram opens with all of it visible, and is fitted again after a resize
 * unless the user has moved it.
 */
export function useFirstView(layout: Layout, showsAll: boolean, minZoom: number): () => void {
  const { getViewport, setViewport } = useReactFlow();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const store = useStoreApi();
  const applied = useRef<Viewport>(undefined);
  const show = (width: number, height: number): void => {
    const { left, right } = layout;
    const fitScale = Math.min(1, (width - 48) / (left + right), (height - 48) / layout.height);
    const zoom = showsAll ? Math.max(minZoom, fitScale) : 1;
    const bounds = { x: -left, width: left + right };
    applied.current = { ...(showsAll ? beginning(bounds, width, zoom) : { x: width / 2, y: 24 }), zoom };
    void setViewport(applied.current);
  };
  const showAgain = useEffectEvent((width: number, height: number): void => {
    const [{ current: was }, is] = [applied, getViewport()];
    if (showsAll && was && was.x === is.x && was.y === is.y && was.zoom === is.zoom) show(width, height);
  });
  useEffect(() => showAgain(width, height), [width, height]);
  return () => show(store.getState().width, store.getState().height);
}

/** Calls `focus` when `focusing` changes. */
export function useFocusing(focusing: number, focus: () => void): void {
  const last = useRef(focusing);
  useEffect(() => {
    if (last.current === focusing) return;
    last.current = focusing;
    requestAnimationFrame(focus);
  }, [focusing, focus]);
}
