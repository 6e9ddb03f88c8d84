import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon, type IconName } from './icons.tsx';

/** The meaning of a badge's colour. A badge always has a word too. */
export type Tone = 'ok' | 'wait' | 'bad' | 'calm' | 'plain';

const colours = { ok: 'verde', wait: 'ambar', bad: 'vermelho', calm: 'petroleo', plain: 'gray' } as const;

/** A badge with a state as a word. */
export function ToneBadge({ tone, icon, children }: { tone: Tone; icon?: IconName; children: ReactNode }): ReactNode {
  const colour = `--mantine-color-${colours[tone]}`;
  const dark = tone === 'plain' ? '8' : '9';
  return (
    <Badge
      leftSection={icon && <Icon name={icon} size={12} />}
      style={{
        background: `light-dark(var(${colour}-1), var(${colour}-${dark}))`,
        color: `light-dark(var(${colour}-8), var(${colour}-1))`,
        flexShrink: 0,
      }}
      // A long state wraps to two lines, so that no word is cut.
      styles={{ root: { height: 'auto', minHeight: 20 }, label: { whiteSpace: 'normal', overflow: 'visible' } }}
    >
      {children}
    </Badge>
  );
}
