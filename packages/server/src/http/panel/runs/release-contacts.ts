import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context.ts';
import { releaseContacts } from '../../../engine/queues/release-contacts.ts';
import { addEndpoint } from '../register.ts';

/** POST /panel/api/stores/:storeId/held-contacts/release: releases the messages of held contacts (COM21). */
export function addReleaseContacts(app: FastifyInstance, context: Context): void {
  addEndpoint(app, context, 'releaseContacts', async ({ params: { storeId }, audit }) => ({
    success: true,
    released: await releaseContacts(context.db, storeId, context.clock(), audit),
  }));
}
