import { useReactFlow } from '@xyflow/react';
import { useEffect, useState, type PointerEvent } from 'react';
import type { Layout, Plus } from './layout/layout.ts';
import { nestedSteps, type Outline } from './layout/flow-tree.ts';

/** A step that is being dragged. */
export type Drag = { id: string; x: number; y: number; zones: { ids: ReadonlySet<string>; near: string | undefined } };

/** In pixels: the movement that makes a press a drag, and the distance within which a slot is the target. */
const threshold = 6;
const reach = 90;

/** The slots to which a step may move: not inside itself, and not its current position. */
export function slotsFor(outline: Outline, pluses: readonly Plus[], id: string): Plus[] {
  const step = outline.steps.get(id);
  if (!step) return [];
  const own = new Set([...nestedSteps(step)].map((inner) => inner.id));
  return pluses.filter(
    ({ after, before, list }) =>
      !own.has(list.owner?.id ?? '') &&
      !own.has(after?.id ?? '') &&
      before?.id !== id &&
      !(step.step.type === 'end' && before),
  );
}

/** Keeps the release of a drag from being a click on what is below; the click follows in the same task, or never. */
function ignoreNextClick(): void {
  const ignore = (event: globalThis.MouseEvent): void => event.stopPropagation();
  window.addEventListener('click', ignore, { capture: true });
  setTimeout(() => window.removeEventListener('click', ignore, { capture: true }));
}

/**
 * Dragging a card: with a mouse by all of it, with a finger by its tile, because the rest scrolls. `Mover para…` does the same from the
 * keyboard. A press without movement stays a click.
 */
export function useDragging(
  { outline, layout }: { outline: Outline; layout: Layout },
  onMove: ((id: string, plus: Plus) => void) | undefined,
): { drag: Drag | undefined; begin: (event: PointerEvent) => void } {
  const { screenToFlowPosition } = useReactFlow();
  const [pressed, setPressed] = useState<{ id: string; x: number; y: number }>();
  const [drag, setDrag] = useState<Drag>();

  useEffect(() => {
    if (!pressed || !onMove) return;
    const slots = slotsFor(outline, layout.pluses, pressed.id);
    const ids = new Set(slots.map(({ id }) => id));
    const nearest = (x: number, y: number): Plus | undefined => {
      const at = screenToFlowPosition({ x, y });
      const far = (plus: Plus): number => Math.hypot(plus.x - at.x, (plus.y - at.y) * 1.5);
      const [best] = slots.toSorted((a, b) => far(a) - far(b));
      return best && far(best) < reach * 1.5 ? best : undefined;
    };
    let isMoving = false;
    const move = ({ clientX: x, clientY: y }: globalThis.PointerEvent): void => {
      isMoving ||= Math.hypot(x - pressed.x, y - pressed.y) > threshold;
      if (isMoving) setDrag({ id: pressed.id, x, y, zones: { ids, near: nearest(x, y)?.id } });
    };
    const end = (): void => {
      setPressed(undefined);
      setDrag(undefined);
    };
    const drop = ({ clientX, clientY }: globalThis.PointerEvent): void => {
      const plus = isMoving ? nearest(clientX, clientY) : undefined;
      if (plus) onMove(pressed.id, plus);
      if (isMoving) ignoreNextClick();
      end();
    };
    const cancel = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') end();
    };
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', drop);
    window.addEventListener('pointercancel', end);
    window.addEventListener('keydown', cancel);
    return () => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', drop);
      window.removeEventListener('pointercancel', end);
      window.removeEventListener('keydown', cancel);
    };
  }, [pressed, outline, layout, onMove, screenToFlowPosition]);

  const begin = (event: PointerEvent): void => {
    if (!onMove || event.button !== 0 || !(event.target instanceof Element)) return;
    const handle = event.pointerType === 'touch' ? '[data-grip="true"] [data-tile]' : '[data-grip="true"]';
    const id = event.target.closest(handle)?.closest('[data-id]')?.getAttribute('data-id');
    if (!id) return;
    setPressed({ id, x: event.clientX, y: event.clientY });
  };
  return { drag, begin };
}
