import type { ReactNode } from 'react';
import { useTexts } from '../../ui/texts.ts';
import { ToneBadge } from '../../ui/tone-badge.tsx';
import { looks, labels } from './labels.ts';

/** The state of an order, a checkout or a payment. */
export function StateBadge({ state }: { state: keyof typeof looks }): ReactNode {
  const t = useTexts(labels);
  return <ToneBadge {...looks[state]}>{t[state]}</ToneBadge>;
}
