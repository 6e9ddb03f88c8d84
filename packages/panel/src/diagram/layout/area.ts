import { useStore } from '@xyflow/react';
import { useMemo } from 'react';

/** Only elements near the screen are rendered. Their area changes in steps of this many pixels, so that panning seldom changes it. */
export const tile = 500;

/** A part of the diagram, in its coordinates. */
export type Area = { left: number; top: number; right: number; bottom: number };

/** The area of all cards. */
export const everywhere: Area = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };

/** The area to render: the screen and a margin in a crowded diagram, else everything. */
export function useArea(isCrowded: boolean): Area {
  const edges = useStore(({ transform: [x, y, zoom], width, height }) => {
    if (!isCrowded) return '';
    const low = [-x / zoom, -y / zoom].map((edge) => Math.floor(edge / tile) - 1);
    const high = [(width - x) / zoom, (height - y) / zoom].map((edge) => Math.ceil(edge / tile) + 1);
    return [...low, ...high].join(' ');
  });
  return useMemo(() => {
    if (edges === '') return everywhere;
    const [left, top, right, bottom] = edges.split(' ').map((edge) => Number(edge) * tile);
    return { left: left!, top: top!, right: right!, bottom: bottom! };
  }, [edges]);
}
