import type { FastifyRequest } from 'fastify';
import type { Context } from '../../../context.ts';
import { mayAtStore } from '../../../auth/memberships.ts';
import { sessionOf } from '../../guards/session.ts';

/** AUT5: whether the caller may see who the shoppers of a store are. */
export const maySeeShoppers = async ({ db }: Context, request: FastifyRequest, storeId: string): Promise<boolean> =>
  (await mayAtStore(db, { storeId, userId: sessionOf(request).userId, permission: 'seeShoppers' })) === true;
