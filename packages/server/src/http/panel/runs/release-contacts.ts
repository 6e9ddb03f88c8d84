import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context.ts';
import { noteActivity } from '../../../audit/audit-log.ts';
import { releaseContacts } from '../../../engine/queues/release-contacts.ts';
import { sessionOf } from '../../guards/session.ts';
import { addEndpoint } from '../register.ts';

/** POST /panel/api/stores/:storeId/held-contacts/release: releases the messages of held contacts (COM21). */
export function addReleaseContacts(app: FastifyInstance, context: Context): void {
  addEndpoint(app, context, 'releaseContacts', async ({ params: { storeId }, request }) => {
    const { userId } = sessionOf(request);
    const { db, clock } = context;
    const released = await releaseContacts(db, storeId, clock(), (client, contacts) =>
      noteActivity(client, { storeId, userId, action: 'contacts_released', at: clock(), detail: String(contacts) }),
    );
    return { success: true, released };
  });
}
