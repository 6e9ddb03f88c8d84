// Requests and responses of the endpoints of the data of a store's shoppers. Money in cents.
import { z } from 'zod';
import { done, type PanelEndpoint } from '../../http/endpoint.ts';

const value = z.string().trim().min(1).max(254);
const named = value.optional();
/** Everyone who has one of these values and contradicts none of them. */
const contact = z.strictObject({ email: named, phone: named, document: named });

const identity = z.object({
  email: z.string().nullable(),
  phone: z.string().nullable(),
  document: z.string().nullable(),
});

/** A contact, or exactly the people who were chosen among the listed ones. */
const chosen = z.union([
  contact,
  z.strictObject({
    people: z
      .array(z.strictObject({ email: value.nullable(), phone: value.nullable(), document: value.nullable() }))
      .min(1)
      .max(100),
  }),
]);

const at = '/panel/api/stores/:storeId' as const;

/** The endpoints of the data of shoppers (COM8). */
export const peopleContract = {
  /** COM8: the people whom a contact may mean, among whom the member chooses. */
  findPeople: {
    method: 'POST',
    path: `${at}/people/find`,
    access: 'changeSettings',
    audit: ['shopper_seen'],
    unprotected: 'It only looks, as the page of a customer does; exporting and erasing are protected.',
    body: contact,
    answer: done.extend({
      /** `isNamed`: exactly this contact. */
      people: z.array(
        identity.extend({
          names: z.array(z.string()),
          orders: z.int(),
          carts: z.int(),
          messages: z.int(),
          isNamed: z.boolean(),
        }),
      ),
      /** What is exported and erased with each of `people` (indexes), the newest first. Money in cents. */
      purchases: z.array(
        z.object({
          kind: z.enum(['order', 'cart', 'event']),
          id: z.uuid(),
          number: z.string().nullable(),
          status: z.string(),
          cents: z.int().nullable(),
          at: z.iso.datetime(),
          name: z.string().nullable(),
          people: z.array(z.int()),
          messages: z.int(),
        }),
      ),
      /** Whether there are more purchases. */
      isCut: z.boolean(),
    }),
  },
  exportPerson: {
    method: 'POST',
    path: `${at}/people/export`,
    access: 'changeSettings',
    audit: ['person_exported'],
    recent: true,
    body: chosen,
    /** All data that the store has of the person. `found`: number of rows. */
    answer: done.extend({ found: z.number(), data: z.record(z.string(), z.unknown()) }),
  },
  erasePerson: {
    method: 'POST',
    path: `${at}/people/erase`,
    access: 'changeSettings',
    audit: ['person_erased'],
    recent: true,
    body: chosen,
    /** `finished` false: new data of the person arrived meanwhile; erase again. */
    answer: done.extend({ erased: z.number(), finished: z.boolean() }),
  },
} as const satisfies Record<string, PanelEndpoint>;
