import type { MethodDiscount, PriceRules, Reduction } from '@retoma/commerce';
import type { Queryable } from '../../../base/postgres/pool.ts';
import { execute, queryRow } from '../../../base/postgres/query.ts';

/** A reduction as an expression of JSON, of the table or alias `from`, which has the columns `hundredths` and `cents`; null if it has none. */
export const reductionJson = (from: string): string => `
  case when ${from}.hundredths is not null then json_build_object('kind', 'percent', 'hundredths', ${from}.hundredths)
    when ${from}.cents is not null then json_build_object('kind', 'cents', 'cents', ${from}.cents) end`;

/** The columns `hundredths` and `cents` of a reduction. */
export const reductionColumns = (reduction: Reduction | null): [number | null, number | null] => [
  reduction?.kind === 'percent' ? reduction.hundredths : null,
  reduction?.kind === 'cents' ? reduction.cents : null,
];

/** The price rules of the store `storeId` as an expression of JSON (COM27, COM29). */
export const priceRulesJson = (storeId: string): string => `
  json_build_object(
    'minimumOrder', coalesce((select minimum_order_cents from price_rules where store_id = ${storeId}), 0),
    'installments', (select json_build_object('max', max_installments, 'interestFree', interest_free_installments,
        'monthlyHundredths', monthly_interest, 'smallest', smallest_installment_cents)
      from price_rules where store_id = ${storeId} and max_installments is not null),
    'methodDiscounts', (select coalesce(json_agg(json_build_object('method', d.method, 'reduction', ${reductionJson('d')},
        'minimum', d.minimum_cents, 'maximum', d.maximum_cents) order by d.method), '[]')
      from method_discounts d where d.store_id = ${storeId}))`;

/** The price rules of a store. */
export const priceRulesFind = async (db: Queryable, storeId: string): Promise<PriceRules> =>
  (await queryRow<{ rules: PriceRules }>(db, {
    name: 'price-rules-find',
    text: `select ${priceRulesJson('$1::uuid')} as rules`,
    values: [storeId],
  }))!.rules;

/** Replaces the price rules of a store. The caller holds a transaction. */
export async function priceRulesWrite(db: Queryable, storeId: string, rules: PriceRules): Promise<void> {
  const { installments: own, minimumOrder } = rules;
  await execute(db, {
    text: `
      insert into price_rules (store_id, minimum_order_cents, max_installments, interest_free_installments, monthly_interest,
        smallest_installment_cents) values ($1, $2, $3, $4, $5, $6)
      on conflict (store_id) do update set minimum_order_cents = excluded.minimum_order_cents,
        max_installments = excluded.max_installments, interest_free_installments = excluded.interest_free_installments,
        monthly_interest = excluded.monthly_interest, smallest_installment_cents = excluded.smallest_installment_cents`,
    values: [
      storeId,
      minimumOrder,
      own?.max ?? null,
      own?.interestFree ?? null,
      own?.monthlyHundredths ?? null,
      own?.smallest ?? null,
    ],
  });
  await execute(db, { text: 'delete from method_discounts where store_id = $1', values: [storeId] });
  for (const discount of rules.methodDiscounts) await methodDiscountInsert(db, storeId, discount);
}

const methodDiscountInsert = (
  db: Queryable,
  storeId: string,
  { method, reduction, minimum, maximum }: MethodDiscount,
): Promise<void> =>
  execute(db, {
    text: `insert into method_discounts (store_id, method, hundredths, cents, minimum_cents, maximum_cents)
           values ($1, $2, $3, $4, $5, $6)`,
    values: [storeId, method, ...reductionColumns(reduction), minimum, maximum],
  });
