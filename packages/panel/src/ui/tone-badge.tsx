import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon, type IconName } from './icons.tsx';

/** The meaning of a badge's colour. A badge always has a word too. */
export type Tone = 'ok' | 'wait' | 'bad' | 'calm' | 'plain';

const colours = { ok: 'verde', wait: 'ambar', bad: 'vermelho', calm: 'petroleo', plain: 'gray' } as const;

/** The background and the text colour of a tone. */
function toneColours(tone: Tone): { background: string; color: string } {
  const colour = `--mantine-color-${colours[tone]}`;
  const dark = tone === 'plain' ? '8' : '9';
  return {
    background: `light-dark(var(${colour}-1), var(${colour}-${dark}))`,
    color: `light-dark(var(${colour}-8), var(${colour}-1))`,
  };
}

/** A badge with a state as a word. */
export const ToneBadge = ({
  tone,
  icon,
  children,
}: {
  tone: Tone;
  icon?: IconName;
  children: ReactNode;
}): ReactNode => (
  <Badge
    leftSection={icon && <Icon name={icon} size={12} />}
    style={{ ...toneColours(tone), flexShrink: 0 }}
    // A long state wraps to two lines, so that no word is cut.
    styles={{ root: { height: 'auto', minHeight: 20 }, label: { whiteSpace: 'normal', overflow: 'visible' } }}
  >
    {children}
  </Badge>
);

/** The icon of a row in a square of a tone's colours: it says the kind or the state of the row. */
export const Tile = ({ tone, icon }: { tone: Tone; icon: IconName }): ReactNode => (
  <span
    style={{
      ...toneColours(tone),
      display: 'grid',
      placeItems: 'center',
      width: 32,
      height: 32,
      borderRadius: 8,
      flexShrink: 0,
    }}
  >
    <Icon name={icon} />
  </span>
);
