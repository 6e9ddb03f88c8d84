import { MiniMap } from '@xyflow/react';
import { useMemo, type ReactNode } from 'react';
import { useTexts } from '../ui/texts.ts';
import styles from './diagram.module.css';
import { texts } from './texts.ts';

/** A diagram with more cards than this offers the map. */
const large = 40;

/** In pixels. Flows are much higher than they are wide. */
const size = { width: 130, height: 400 };

/** Whether a map is shown, and how to show or hide it. */
export type MapSwitch = { isVisible: boolean; toggle: () => void };

/** The map beside a large diagram, hidden until the user opens it; undefined for few cards. */
export function useMap(
  cards: number,
  isVisible: boolean,
  setVisible: (isVisible: boolean) => void,
): MapSwitch | undefined {
  const isOffered = cards > large;
  return useMemo(
    () => (isOffered ? { isVisible, toggle: () => setVisible(!isVisible) } : undefined),
    [isOffered, isVisible, setVisible],
  );
}

/** All cards in miniature, with the visible part marked. */
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
      maskStrokeColor="var(--flow-path)"
      nodeBorderRadius={20}
    />
  );
}
