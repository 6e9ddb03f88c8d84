import { useState, type HTMLAttributes, type KeyboardEvent, type PointerEvent } from 'react';

const storageKey = 'retoma-panel-width';
const [minWidth, usual, maxWidth] = [360, 404, 640];

const clampWidth = (width: number): number => Math.min(maxWidth, Math.max(minWidth, width));

/** The width of the panel in pixels, stored in this browser, and the props of its resize handle. */
export function usePanelWidth(): { width: number; handle: HTMLAttributes<HTMLDivElement> } {
  const [width, setWidth] = useState(() => clampWidth(Number(localStorage.getItem(storageKey)) || usual));
  const change = (wanted: number): void => {
    const next = clampWidth(wanted);
    setWidth(next);
    localStorage.setItem(storageKey, String(next));
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    event.currentTarget.setPointerCapture(event.pointerId);
    event.preventDefault();
  };
  const onPointerMove = ({ currentTarget, pointerId, clientX }: PointerEvent<HTMLDivElement>): void => {
    if (currentTarget.hasPointerCapture(pointerId)) {
      change((currentTarget.parentElement?.getBoundingClientRect().right ?? window.innerWidth) - clientX);
    }
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowLeft' ? 20 : event.key === 'ArrowRight' ? -20 : 0;
    if (by === 0) return;
    event.preventDefault();
    change(width + by);
  };
  return {
    width,
    handle: {
      role: 'separator',
      tabIndex: 0,
      'aria-orientation': 'vertical',
      'aria-valuenow': width,
      'aria-valuemin': minWidth,
      'aria-valuemax': maxWidth,
      onPointerDown,
      onPointerMove,
      onKeyDown,
    },
  };
}
