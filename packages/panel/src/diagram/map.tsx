import { MiniMap } from '@xyflow/react';
import { useMemo, useState, type ReactNode } from 'react';
import { useTexts } from '../ui/texts.ts';
import styles from './diagram.module.css';
import { texts } from './texts.ts';

/** From so many cards on a map of them is offered. */
const large = 40;

/** Flows are much higher than they are wide. In pixels. */
const size = { width: 130, height: 400 };

/** Whether a map is shown, and how to show or hide it. */
export type MapSwitch = { isShown: boolean; toggle: () => void };

/** The map beside a large diagram, hidden until somebody asks for it; undefined where there are few cards. */
export function useMap(cards: number): MapSwitch | undefined {
  const [isShown, setShown] = useState(false);
  const isOffered = cards > large;
  return useMemo(
    () => (isOffered ? { isShown, toggle: () => setShown((before) => !before) } : undefined),
    [isOffered, isShown],
  );
}

/** All cards at once, small, with the part that is on the screen. */
export function DiagramMap(): ReactNode {
  const t = useTexts(texts);
  return (
    <MiniMap
      position="top-right"
      pannable
      style={size}
      ariaLabel={t.map}
      className={styles.map ?? ''}
      nodeColor="var(--mantine-color-dimmed)"
      maskColor="color-mix(in srgb, var(--flow-canvas) 40%, transparent)"
      maskStrokeColor="var(--flow-taken)"
      nodeBorderRadius={20}
    />
  );
}
