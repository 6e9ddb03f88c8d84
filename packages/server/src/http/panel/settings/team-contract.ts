// What the endpoints of a store's people take and answer: who works for it, and what it knows of a shopper.
import { z } from 'zod';
import { roles } from '../../../people/roles.ts';
import { done, type PanelEndpoint } from '../panel-endpoint.ts';

const role = z.enum(roles);
const email = z
  .string()
  .trim()
  .max(254)
  .regex(/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u);

const named = z.string().trim().min(1).max(254).optional();
const person = z.strictObject({ email: named, phone: named, document: named });

const at = '/panel/api/stores/:storeId' as const;

/** Who works for a store, and the data of shoppers (E8). */
export const teamContract = {
  listTeam: {
    method: 'GET',
    path: `${at}/team`,
    access: 'changeTeam',
    answer: done.extend({
      members: z.array(z.object({ userId: z.uuid(), email: z.string(), role, totp: z.boolean() })),
    }),
  },
  grantMember: {
    method: 'POST',
    path: `${at}/team`,
    access: 'changeTeam',
    body: z.strictObject({ email, role }),
    /** `invited`: they had no user yet; a link was mailed, with which they choose a password. */
    answer: done.extend({ invited: z.boolean() }),
  },
  revokeMember: {
    method: 'POST',
    path: `${at}/team/:userId/revoke`,
    access: 'changeTeam',
    body: z.strictObject({}),
    answer: done,
  },
  exportPerson: {
    method: 'POST',
    path: `${at}/people/export`,
    access: 'changeSettings',
    body: person,
    /** Everything that the store has of them. `found`: rows of it. */
    answer: done.extend({ found: z.number(), data: z.record(z.string(), z.unknown()) }),
  },
  erasePerson: {
    method: 'POST',
    path: `${at}/people/erase`,
    access: 'changeSettings',
    body: person,
    /** `finished` false: they came back meanwhile; erase again. */
    answer: done.extend({ erased: z.number(), finished: z.boolean() }),
  },
} as const satisfies Record<string, PanelEndpoint>;
