import type { FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { mayAtStore } from '../../auth/memberships.ts';
import { sessionOf } from './session.ts';

/** AUT5: whether whoever asks may see who the shoppers of a store are. */
export async function canSeeContacts({ db }: Context, request: FastifyRequest, storeId: string): Promise<boolean> {
  const { userId } = sessionOf(request);
  return (await mayAtStore(db, { storeId, userId, permission: 'seeShoppers' })) === true;
}
