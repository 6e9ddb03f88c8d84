import type { Context } from '../../../context.ts';
import { auditAccess } from '../../../audit/audit-log.ts';
import { personKeysOf } from '../../../privacy/contact-keys.ts';
import { explainPerson } from '../../../reports/explain-contact.ts';
import type { PanelHandlers } from '../handlers.ts';
import { presentListing, presentMessage } from './present-run.ts';

/** POST /panel/api/stores/:storeId/people/explain: the events, runs and messages of a contact, to explain what was sent and what not. */
export const explainPersonHandlers = (context: Context): PanelHandlers<'explainPerson'> => ({
  explainPerson: async ({ params: { storeId }, body: { contact }, audit }) => {
    const { db } = context;
    const person = personKeysOf(contact.includes('@') ? { email: contact } : { phone: contact });
    if (!person.ok) return { ok: false, code: 'NOBODY_NAMED' };
    const explained = await explainPerson(db, storeId, person.keys);
    await auditAccess(db, audit, { storeId, action: 'shopper_seen' });
    return {
      success: true,
      runs: explained.runs.map((run) => ({
        ...presentListing(run, undefined, true),
        messages: run.messages.map((message) => presentMessage(message, true)),
      })),
      events: explained.events.map(({ at, ...event }) => ({ ...event, at: at.toISOString() })),
    };
  },
});
