import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context.ts';
import { payOrigin } from '../../../links/store-url.ts';
import { readSending } from '../../../integrations/channels/sending-status.ts';
import { addEndpoint } from '../register.ts';

/** GET /panel/api/stores/:storeId/sending: the store's settings for sending that an author of messages needs. */
export function addReadSending(app: FastifyInstance, context: Context): void {
  addEndpoint(app, context, 'readSending', async ({ params: { storeId } }) => {
    const sending = await readSending(context.db, storeId);
    if (!sending) return 'NOT_FOUND';
    const { domain, ...limits } = sending;
    return { success: true, ...limits, linkOrigin: payOrigin({ domain }, context.baseUrl) };
  });
}
