// The request and the response of the search over everything of a store.
import { z } from 'zod';
import { automationsContract } from '../../automations/definitions/panel/contract.ts';
import { runsContract } from '../../automations/results/panel/runs/contract.ts';
import { done, type PanelEndpoint } from '../../http/endpoint.ts';
import { ordersContract } from '../../shop/panel/contract.ts';

/** The kinds of what a member has seen, by which a device keeps ids. A person is seen through a purchase or a run. */
export const seenKinds = ['order', 'checkout', 'automation', 'person-order', 'person-checkout', 'person-run'] as const;

const seen = z
  .string()
  .max(600)
  .regex(new RegExp(`^((${seenKinds.join('|')}):[0-9a-f-]{36}(,(?!$)|$)){1,8}$`));

const automation = automationsContract.listAutomations.answer.shape.automations.element.pick({
  automationId: true,
  name: true,
  triggerEvent: true,
  active: true,
  publishedVersion: true,
});

/** A shopper with one of their purchases or runs, which opens their page. */
const person = z.object({
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** Number of orders, at most 1,000. */
  orders: z.int(),
  orderId: z.uuid().nullable(),
  checkoutId: z.uuid().nullable(),
  runId: z.uuid().nullable(),
});

/** The search over everything of a store. */
export const searchContract = {
  /**
   * `search`: an order's number or external id, a payment's or message's id, a name, a CPF or CNPJ, an e-mail, a phone, or an automation's name.
   * Without `seeShoppers` people are neither found nor listed. `seen`: reads these instead of searching: `order:ID,person-run:ID`.
   */
  searchStore: {
    method: 'GET',
    path: '/panel/api/stores/:storeId/search',
    access: 'view',
    query: z.object({ search: z.string().max(200).optional(), seen: seen.optional() }),
    /** At most 20 of each kind, what matches exactly first, then the newest. */
    answer: done.extend({
      orders: z.array(ordersContract.listOrders.answer.shape.orders.element.omit({ messages: true })),
      people: z.array(person),
      checkouts: ordersContract.listCheckouts.answer.shape.checkouts,
      automations: z.array(automation),
      messages: runsContract.listMessages.answer.shape.messages,
      /** The number of the newest order, if nothing was found; else null. */
      newestNumber: z.string().nullable(),
    }),
  },
  /** People who left an e-mail or a phone, each once. `search`: as above; ignored for members who may not see shoppers. */
  listContacts: {
    method: 'GET',
    path: '/panel/api/stores/:storeId/contacts',
    access: 'view',
    query: z.object({ search: z.string().max(200).optional(), before: z.uuid().optional() }),
    answer: done.extend({
      contacts: z.array(
        person.omit({ runId: true }).extend({
          /** Carts without an order, at most 1,000. */
          carts: z.int(),
          /** Of their newest order or cart. */
          at: z.iso.datetime().nullable(),
        }),
      ),
      next: z.uuid().nullable(),
      reached: z.null(),
    }),
  },
  exportContacts: {
    method: 'GET',
    path: '/panel/api/stores/:storeId/contacts/export',
    access: 'seeShoppers',
    audit: ['contacts_exported'],
    recent: true,
    query: z.object({ search: z.string().max(200).optional() }),
    /** At most 10,000 people, as CSV. */
    answer: done.extend({ csv: z.string() }),
  },
} as const satisfies Record<string, PanelEndpoint>;
