import type { ValidateOptions } from '@retoma/flow';
import type { Queryable } from '../../base/postgres/pool.ts';
import { storeKnowsPixCode } from '../../shop/orders/knows-pix-code.ts';
import type { Automations } from './automation-deps.ts';

/** DEF7, DEF8: how the automations of a store are validated when they are saved, published and edited. */
export async function validationOptions(
  { mode, locale = 'pt-BR' }: Pick<Automations, 'mode' | 'locale'>,
  db: Queryable,
  storeId: string,
): Promise<Required<Omit<ValidateOptions, 'audience'>>> {
  return { mode, locale, knowsPixCode: await storeKnowsPixCode(db, storeId) };
}
