import type { FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { mayAtStore } from '../memberships.ts';
import { sessionOf } from './session.ts';

/** AUT5: whether the caller may see the contacts of a store's shoppers. */
export async function canSeeContacts({ db }: Context, request: FastifyRequest, storeId: string): Promise<boolean> {
  const { userId } = sessionOf(request);
  return (await mayAtStore(db, { storeId, userId, permission: 'seeShoppers' })) === true;
}
