import type { PriceRules } from '@retoma/commerce';
import type { Audit } from '../../http/audit-actions.ts';
import type { Database } from '../../base/postgres/pool.ts';
import { priceRulesFind, priceRulesWrite } from './queries/price-rules.ts';
import { inTransaction } from '../../base/postgres/transaction.ts';

/** The members of price rules that contradict another one; empty: none does. */
export function contradictionsIn({ methodDiscounts, installments }: PriceRules): string[] {
  const methods = methodDiscounts.map(({ method }) => method);
  return [
    ...(new Set(methods).size < methods.length ? ['methodDiscounts'] : []),
    ...(installments && installments.interestFree > installments.max ? ['interestFree'] : []),
  ];
}

/** COM27, COM29: the price rules of a store. */
export const readPriceRules = (db: Database, storeId: string): Promise<PriceRules> => priceRulesFind(db, storeId);

/** COM27, COM29: replaces the price rules of a store. They contain no contradiction. */
export const changePriceRules = (
  db: Database,
  storeId: string,
  rules: PriceRules,
  audit: Audit<'prices_changed'>,
): Promise<void> =>
  inTransaction(db, async (client) => {
    await priceRulesWrite(client, storeId, rules);
    await audit(client, { storeId, action: 'prices_changed' });
  });
