import type { ReactNode } from 'react';
import { useTexts } from '../../ui/texts.ts';
import { ToneBadge } from '../../ui/tone-badge.tsx';
import { stateStyles, labels } from './labels.ts';

/** The state of an order, a checkout or a payment. */
export function PurchaseStateBadge({ state }: { state: keyof typeof stateStyles }): ReactNode {
  const t = useTexts(labels);
  return <ToneBadge {...stateStyles[state]}>{t[state]}</ToneBadge>;
}
