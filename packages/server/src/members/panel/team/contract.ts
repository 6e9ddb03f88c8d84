// Requests and responses of the endpoints of a store's team.
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

const at = '/panel/api/stores/:storeId' as const;

/** The endpoints of a store's team. */
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
    unprotected: 'It gives no one access.',
  },
  grantMember: {
    method: 'POST',
    path: `${at}/team`,
    access: 'changeTeam',
    audit: ['member_invited', 'member_granted'],
    recent: true,
    body: z.strictObject({ email, role }),
    /**
     * `invited`: the person must accept; false: the person was a member and has the new role now. `link`: where they accept, to hand over;
     * null: they got it by e-mail.
     */
    answer: done.extend({ invited: z.boolean(), link: z.string().nullable() }),
  },
  revokeMember: {
    method: 'POST',
    path: `${at}/team/:userId/revoke`,
    access: 'changeTeam',
    audit: ['member_revoked'],
    recent: true,
  },
} as const satisfies Record<string, PanelEndpoint>;
