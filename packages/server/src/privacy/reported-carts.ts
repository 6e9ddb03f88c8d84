import type { Queryable } from '../base/postgres/pool.ts';
import type { PersonKeys } from '../base/contacts/contact-keys.ts';
import { reportedCartDelete, reportedCartListOf } from '../shop/carts/queries/reported-carts.ts';
import { identityIn, type Identity } from './identity.ts';

/** CON17: the carts that pages reported with a contact of chosen people. */
export async function cartsOf(
  db: Queryable,
  storeId: string,
  people: readonly PersonKeys[],
  isChosen: (identity: Identity) => boolean,
) {
  const valuesOf = (kind: 'email' | 'phone'): string[] => people.map((one) => one[kind]).filter((key) => key !== null);
  const carts = await reportedCartListOf(db, storeId, valuesOf('email'), valuesOf('phone'));
  return carts.filter(({ data }) => isChosen(identityIn(data.lead ?? {})));
}

/** COM8: deletes these carts. Returns their number. */
export async function eraseCarts(...of: Parameters<typeof cartsOf>): Promise<number> {
  const carts = await cartsOf(...of);
  for (const cart of carts) await reportedCartDelete(of[0], cart);
  return carts.length;
}
