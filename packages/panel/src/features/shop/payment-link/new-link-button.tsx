import type { ReactNode } from 'react';
import { Icon } from '../../../ui/icons.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { useStore } from '../../../ui/use-store.ts';
import { texts } from './texts.ts';

/** Leads to the page that makes a payment link; hidden from members who may not. */
export function NewLinkButton(): ReactNode {
  const t = useTexts(texts);
  const { storeId, can } = useStore();
  if (!can('changeOrders')) return null;
  return (
    <ButtonLink to="/$storeId/checkouts/new" params={{ storeId }} leftSection={<Icon name="link" size={16} />}>
      {t.make}
    </ButtonLink>
  );
}
