import type { Context } from '../../../context.ts';
import { erasePerson } from '../../../privacy/erase-person.ts';
import { exportPerson } from '../../../privacy/export-person.ts';
import type { ContactRequest } from '../../../privacy/contact-keys.ts';
import { sessionOf } from '../../guards/session.ts';
import type { PanelHandlers } from '../handlers.ts';

/** POST /panel/api/stores/:storeId/people/export and …/erase: COM8, exports or erases what a store has of a shopper. */
export const personDataHandlers = (context: Context): PanelHandlers<'exportPerson' | 'erasePerson'> => ({
  exportPerson: async ({ params: { storeId }, body, request, audit }) => {
    const { email } = sessionOf(request);
    const exported = await exportPerson(context, { storeId, person: contactRequestIn(body), by: email }, audit);
    if (!exported.ok) return exported.code === 'STORE_NOT_FOUND' ? 'NOT_FOUND' : { ok: false, code: exported.code };
    const { data } = exported;
    const { checkouts, orders, messages, leads, events } = data;
    const found = [checkouts, orders, messages, leads, events].reduce((sum, rows) => sum + rows.length, 0);
    return { success: true, found, data };
  },
  erasePerson: async ({ params: { storeId }, body, request, audit }) => {
    const { email } = sessionOf(request);
    const erased = await erasePerson(context, { storeId, person: contactRequestIn(body), by: email }, audit);
    if (!erased.ok) return erased.code === 'STORE_NOT_FOUND' ? 'NOT_FOUND' : { ok: false, code: erased.code };
    const rows = Object.values(erased.counts).reduce((sum, count) => sum + count, 0);
    return { success: true, erased: rows, finished: erased.finished };
  },
});

/** The members of a body that identify a shopper. */
const contactRequestIn = ({ email, phone, document }: ContactRequest): ContactRequest => ({ email, phone, document });
