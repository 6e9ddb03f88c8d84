import { presentMessageRow } from '../../automations/results/panel/runs/list-messages.ts';
import { maskedEmail, maskedName, maskedPhone } from '../../base/contacts/mask.ts';
import { csvFormats, readPages, writeCsv } from '../../base/csv.ts';
import type { Context } from '../../context.ts';
import { auditAccess } from '../../members/audit/audit-log.ts';
import { canSeeContacts } from '../../members/guards/can-see-contacts.ts';
import type { PanelAnswer, PanelHandlers } from '../../panel-contract.ts';
import { presentListedCheckout, presentListedOrder } from '../../shop/orders/present/panel-orders.ts';
import { pageSize } from '../../shop/panel/page-size.ts';
import { pageOfContacts } from './list-contacts.ts';
import type { FoundPerson } from './people.ts';
import { readSeen, searchStore, type SearchResults, type SeenIds } from './search-store.ts';

/** GET /panel/api/stores/:storeId/search: the search over everything. */
export const searchHandlers = (context: Context): PanelHandlers<'searchStore' | 'listContacts' | 'exportContacts'> => ({
  searchStore: async ({ params: { storeId }, query: { search, seen }, request }) => {
    const people = await canSeeContacts(context, request, storeId);
    const text = search?.replaceAll('\0', '').trim() ?? '';
    if (text !== '') return presentFound(await searchStore(context.db, storeId, { text, people }), people);
    return presentFound(await readSeen(context.db, storeId, seenIn(seen ?? ''), people), people);
  },
  /** GET …/contacts: people, who were seen last first. `search` is ignored for members who may not see shoppers. */
  listContacts: async ({ params: { storeId }, query: { search, before }, request }) => {
    const maySee = await canSeeContacts(context, request, storeId);
    const text = maySee ? search?.replaceAll('\0', '').trim() : undefined;
    const { people, next } = await pageOfContacts(context.db, storeId, { search: text, before, size: pageSize });
    return { success: true, contacts: people.map((one) => presentContact(one, maySee)), next, reached: null };
  },
  /** GET …/contacts/export: the same as a file for spreadsheets (AUT11). */
  exportContacts: async ({ params: { storeId }, query: { search }, locale, audit }) => {
    const store = await context.directory.find(storeId);
    if (!store) return 'NOT_FOUND';
    const people = await readPages(async (before: string | undefined) => {
      const page = await pageOfContacts(context.db, storeId, { search: search?.trim(), before, size: exportSize });
      return { rows: page.people, next: page.next };
    });
    const { phone, instant } = csvFormats(locale, store.timeZone);
    const rows = people.map((one) => [
      one.name ?? '',
      one.email ?? '',
      phone(one.phone),
      String(one.orders),
      String(one.carts),
      instant(one.at),
    ]);
    await auditAccess(context.db, audit, { storeId, action: 'contacts_exported' });
    return { success: true, csv: writeCsv([heads[locale].split(';'), ...rows], locale) };
  },
});

const exportSize = 250;
const heads = {
  'pt-BR': 'Nome;E-mail;Telefone;Pedidos;Carrinhos sem pedido;Visto por último',
  en: 'Name;E-mail;Phone;Orders;Carts without an order;Last seen',
};

function presentContact(one: FoundPerson, maySee: boolean): PanelAnswer<'listContacts'>['contacts'][number] {
  const { name, email, phone, runId: _runId, at, ...rest } = one;
  return {
    ...rest,
    at: at === null ? null : new Date(at).toISOString(),
    name: name && (maySee ? name : maskedName(name, false)),
    email: email && (maySee ? email : maskedEmail(email)),
    phone: phone && (maySee ? phone : maskedPhone(phone)),
  };
}

const presentFound = (found: SearchResults, maySee: boolean): PanelAnswer<'searchStore'> => ({
  success: true,
  orders: found.orders.map((order) => presentListedOrder(order, maySee)),
  people: found.people.map(({ carts: _carts, at: _at, ...person }) => person),
  checkouts: found.checkouts.map((checkout) => presentListedCheckout(checkout, maySee)),
  automations: [...found.automations],
  messages: found.messages.map((message) => presentMessageRow(message, maySee)),
  newestNumber: found.newestNumber,
});

/** The ids in `order:ID,person-run:ID`. */
function seenIn(text: string): SeenIds {
  const all = text.split(',').map((one) => one.split(':') as [kind: string, id: string]);
  const of = (wanted: string): string[] => all.flatMap(([kind, id]) => (kind === wanted ? [id] : []));
  return {
    orders: of('order'),
    checkouts: of('checkout'),
    automations: of('automation'),
    people: [
      ...of('person-order').map((orderId) => ({ orderId })),
      ...of('person-checkout').map((checkoutId) => ({ checkoutId })),
      ...of('person-run').map((runId) => ({ runId })),
    ],
  };
}
