import type { ReactNode } from 'react';
import { useTexts } from '../../ui/texts.ts';
import { ToneBadge } from '../../ui/tone-badge.tsx';
import { looks, words } from './labels.ts';

/** Where an order, a checkout or a payment stands. */
export function StateBadge({ state }: { state: keyof typeof looks }): ReactNode {
  const t = useTexts(words);
  return <ToneBadge {...looks[state]}>{t[state]}</ToneBadge>;
}
