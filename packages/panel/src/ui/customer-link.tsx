import type { ReactNode } from 'react';
import { AnchorLink } from './links.tsx';
import './rows.css';
import { useStore } from './use-store.ts';

/** A purchase or a run by which a customer is found: an address would show in the browser's history. */
export type CustomerReference = { orderId: string } | { checkoutId: string } | { runId: string };

/** The name of a customer as a link to their page; plain text for members who may not see shoppers. */
export function CustomerLink({ of, children }: { of: CustomerReference; children: ReactNode }): ReactNode {
  const { storeId, can } = useStore();
  if (!can('seeShoppers')) return children;
  return (
    <AnchorLink className="over-row" inherit to="/$storeId/customer" params={{ storeId }} search={{ ...of }}>
      {children}
    </AnchorLink>
  );
}
