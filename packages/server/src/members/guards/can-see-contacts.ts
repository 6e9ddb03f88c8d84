import type { FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { mayAtStore } from '../memberships.ts';
import { sessionOf } from './session.ts';

/** AUT5: whether the caller may see the contacts of a store's shoppers. */
export async function canSeeContacts({ db }: Context, request: FastifyRequest, storeId: string): Promise<boolean> {
  const { userId } = sessionOf(request);
  return (await mayAtStore(db, { storeId, userId, permission: 'seeShoppers' })) === true;
}

/** AUT5: how a member sees the contacts of one order: `asked`: masked, and shown one at a time on request. */
export type ContactView = 'clear' | 'asked' | 'masked';

/** AUT5: how the caller sees the contacts of a store's orders. */
export async function contactView({ db }: Context, request: FastifyRequest, storeId: string): Promise<ContactView> {
  const { userId } = sessionOf(request);
  if ((await mayAtStore(db, { storeId, userId, permission: 'seeContacts' })) === true) return 'clear';
  return (await mayAtStore(db, { storeId, userId, permission: 'seeShoppers' })) === true ? 'asked' : 'masked';
}
