import type { ReactNode } from 'react';
import { useTexts } from '../../ui/texts.ts';
import { ToneBadge } from '../../ui/tone-badge.tsx';
import { useStoreFormats } from '../../ui/format/use-store-formats.ts';
import { stateStyles, labels, type Order } from './labels.ts';
import { texts as orderTexts } from './orders/texts.ts';

/** The state of an order, a checkout or a payment. */
export function PurchaseStateBadge({ state }: { state: keyof typeof stateStyles }): ReactNode {
  const t = useTexts(labels);
  return <ToneBadge {...stateStyles[state]}>{t[state]}</ToneBadge>;
}

/** COM46: the state of an order, and what was given back of its money. */
export function OrderStateBadges({ order }: { order: Pick<Order, 'status' | 'returned' | 'attention'> }): ReactNode {
  const o = useTexts(orderTexts);
  const { money } = useStoreFormats();
  const { status, returned, attention } = order;
  const isWhole = status === 'cancelled' && returned > 0 && !attention.includes('PAID_NOT_WANTED');
  return (
    <>
      <PurchaseStateBadge state={isWhole && !attention.includes('CHARGED_BACK') ? 'refunded' : status} />
      {attention.includes('PARTLY_REFUNDED') && (
        <ToneBadge tone="wait" icon="back">
          {o.returnedPart(money(returned))}
        </ToneBadge>
      )}
    </>
  );
}
