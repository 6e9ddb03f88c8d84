import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';

type HandleProps = { label: string; share: number; onChange: (share: number) => void };

const clampShare = (share: number): number => Math.round(Math.max(25, Math.min(75, share)));

/** The separator of two panes, for the pointer and the arrow keys. `share`: the width of the left pane, in percent. */
export function SplitHandle({ label, share, onChange }: HandleProps): ReactNode {
  const drag = (event: PointerEvent<HTMLElement>): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const { left, width } = event.currentTarget.parentElement!.getBoundingClientRect();
    onChange(clampShare(((event.clientX - left) / width) * 100));
  };
  const onKeyDown = ({ key }: KeyboardEvent): void => {
    if (key === 'ArrowLeft') onChange(clampShare(share - 5));
    if (key === 'ArrowRight') onChange(clampShare(share + 5));
  };
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={share}
      aria-valuemin={25}
      aria-valuemax={75}
      tabIndex={0}
      className="email-divider"
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={onKeyDown}
    />
  );
}
