import type { Context } from '../../context.ts';
import { erasePerson } from '../erase-person.ts';
import { exportPerson } from '../export-person.ts';
import { auditAccess } from '../../members/audit/audit-log.ts';
import { identityIn, type PersonChoice } from '../identity.ts';
import { listPeople } from '../list-people.ts';
import type { PanelBody, PanelHandlers } from '../../panel-contract.ts';
import { sessionOf } from '../../members/guards/session.ts';

/** POST /panel/api/stores/:storeId/people/find, …/export and …/erase: COM8, lists people, and exports or erases what a store has of them. */
export const personDataHandlers = (context: Context): PanelHandlers<'findPeople' | 'exportPerson' | 'erasePerson'> => ({
  findPeople: async ({ params: { storeId }, body, audit }) => {
    const found = await listPeople(context, { storeId, person: contactIn(body) });
    if (!found.ok) return found.code === 'STORE_NOT_FOUND' ? 'NOT_FOUND' : { ok: false, code: found.code };
    const { people, purchases, isCut } = found;
    await auditAccess(context.db, audit, { storeId, action: 'shopper_seen' });
    return {
      success: true,
      people: [...people],
      purchases: purchases.map(({ at, people, ...one }) => ({
        ...one,
        at: at.toISOString(),
        people: [...people],
      })),
      isCut,
    };
  },
  exportPerson: async ({ params: { storeId }, body, request, audit }) => {
    const { email } = sessionOf(request);
    const exported = await exportPerson(context, { storeId, person: choiceIn(body), by: email }, audit);
    if (!exported.ok) return exported.code === 'STORE_NOT_FOUND' ? 'NOT_FOUND' : { ok: false, code: exported.code };
    const { data } = exported;
    const { checkouts, orders, messages, leads, events } = data;
    const found = [checkouts, orders, messages, leads, events].reduce((sum, rows) => sum + rows.length, 0);
    return { success: true, found, data };
  },
  erasePerson: async ({ params: { storeId }, body, request, audit }) => {
    const { email } = sessionOf(request);
    const erased = await erasePerson(context, { storeId, person: choiceIn(body), by: email }, audit);
    if (!erased.ok) return erased.code === 'STORE_NOT_FOUND' ? 'NOT_FOUND' : { ok: false, code: erased.code };
    const rows = Object.values(erased.counts).reduce((sum, count) => sum + count, 0);
    return { success: true, erased: rows, finished: erased.finished };
  },
});

type Chosen = PanelBody<'erasePerson'>;

/** The people whom a body chooses; listed people in the spelling of the list. */
const choiceIn = (body: Chosen): PersonChoice =>
  'people' in body ? { people: body.people.map(identityIn) } : contactIn(body);

/** The members of a body that identify a shopper. */
const contactIn = ({ email, phone, document }: Exclude<Chosen, { people: unknown }>) => ({ email, phone, document });
