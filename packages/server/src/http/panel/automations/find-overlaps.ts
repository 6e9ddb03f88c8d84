import type { FastifyInstance } from 'fastify';
import { findOverlaps } from '../../../automations/overlapping.ts';
import type { Context } from '../../../context.ts';
import { addEndpoint } from '../register.ts';

/** POST /panel/api/stores/:storeId/automations/overlaps: the active automations that may message the same people (EDT7). */
export function addFindOverlaps(app: FastifyInstance, context: Context): void {
  addEndpoint(app, context, 'findOverlaps', async ({ params: { storeId }, body }) => ({
    success: true,
    overlaps: await findOverlaps(context.db, storeId, body),
  }));
}
