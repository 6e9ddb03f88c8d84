// Requests and responses of the endpoints of a store's team and of the data of its shoppers.
import { z } from 'zod';
import { roles } from '../../../http/roles.ts';
import { done, type PanelEndpoint } from '../../../http/endpoint.ts';

const role = z.enum(roles);
const email = z
  .string()
  .trim()
  .max(254)
  .regex(/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u);

const rules = z.strictObject({
  /** AUT4: owners without a second factor are refused. */
  requireSecondFactor: z.boolean(),
  /** AUT5: the most that one member of support refunds and marks as paid in 24 hours, in cents; null: any. */
  supportRefundLimit: z.number().int().min(0).max(100_000_000).nullable(),
});

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

/** The endpoints of a store's team and of the data of its shoppers (COM8). */
export const teamContract = {
  listTeam: {
    method: 'GET',
    path: `${at}/team`,
    access: 'changeTeam',
    answer: done.extend({
      members: z.array(
        z.object({
          userId: z.uuid(),
          email: z.string(),
          name: z.string().nullable(),
          role,
          secondFactor: z.boolean(),
        }),
      ),
      /** Open invitations. */
      invitations: z.array(z.object({ invitationId: z.uuid(), email: z.string(), role, expiresAt: z.iso.datetime() })),
      rules,
    }),
  },
  changeTeamRules: {
    method: 'POST',
    path: `${at}/team/rules`,
    access: 'changeTeam',
    audit: ['team_rules_changed'],
    recent: true,
    body: rules,
  },
  withdrawInvitation: {
    method: 'POST',
    path: `${at}/team/invitations/:invitationId/withdraw`,
    access: 'changeTeam',
    audit: ['invitation_withdrawn'],
    unprotected: 'Nobody gets access by it.',
  },
  grantMember: {
    method: 'POST',
    path: `${at}/team`,
    access: 'changeTeam',
    audit: ['member_invited', 'member_granted'],
    recent: true,
    body: z.strictObject({ email, role }),
    /** `invited`: the person got an e-mail and must accept; false: the person was a member and has the new role now. */
    answer: done.extend({ invited: z.boolean() }),
  },
  revokeMember: {
    method: 'POST',
    path: `${at}/team/:userId/revoke`,
    access: 'changeTeam',
    audit: ['member_revoked'],
    recent: true,
  },
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
