// What the endpoints of signing in, and of one's own account, take and answer.
import { z } from 'zod';
import { activities } from '../../../people/activities.ts';
import { permissionNames, roles } from '../../../people/roles.ts';
import { done, type PanelEndpoint } from '../panel-endpoint.ts';

const email = z
  .string()
  .max(254)
  .regex(/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u);
const password = z.string().min(1).max(256);
const code = z.string().regex(/^\d{6}$/);

const me = done.extend({
  /** Whether this server sends e-mails of its own: links for new passwords, invitations. */
  mail: z.boolean(),
  user: z.object({ userId: z.uuid(), email: z.string(), totp: z.boolean() }),
  stores: z.array(
    z.object({
      storeId: z.uuid(),
      name: z.string(),
      /** IANA; the dates of its orders are shown in it. */
      timeZone: z.string(),
      role: z.enum(roles),
      may: z.array(z.enum(permissionNames)),
    }),
  ),
});

const activity = done.extend({
  entries: z.array(
    z.object({
      activityId: z.uuid(),
      at: z.iso.datetime(),
      what: z.enum(activities),
      /** E-mail of whoever did it; null: the command line. */
      by: z.string().nullable(),
      /** E-mail of whom it was done to. */
      about: z.string().nullable(),
      detail: z.string().nullable(),
    }),
  ),
});

/** Signing in, the second factor, a new password, and what people did. */
export const accountContract = {
  signIn: {
    method: 'POST',
    path: '/panel/api/sign-in',
    access: 'anybody',
    body: z.strictObject({ email, password, code: code.optional() }),
    answer: me,
  },
  signOut: { method: 'POST', path: '/panel/api/sign-out', access: 'anybody', body: z.strictObject({}), answer: done },
  /** A defect of a page: what was thrown and where, without its message, which may hold data of shoppers. */
  reportPageError: {
    method: 'POST',
    path: '/panel/api/page-errors',
    access: 'signed-in',
    body: z.strictObject({ name: z.string().max(80), stack: z.string().max(4_000) }),
    answer: done,
  },
  me: { method: 'GET', path: '/panel/api/me', access: 'signed-in', answer: me },
  beginTotp: {
    method: 'POST',
    path: '/panel/api/totp',
    access: 'signed-in',
    body: z.strictObject({ password }),
    /** `secret` in base 32, to be typed; `uri`, and the same as a QR code: modules on a side, and the path of the dark ones. */
    answer: done.extend({
      secret: z.string(),
      uri: z.string(),
      qr: z.object({ size: z.number(), path: z.string() }),
    }),
  },
  confirmTotp: {
    method: 'POST',
    path: '/panel/api/totp/confirm',
    access: 'signed-in',
    body: z.strictObject({ code }),
    answer: done,
  },
  removeTotp: {
    method: 'POST',
    path: '/panel/api/totp/remove',
    access: 'signed-in',
    body: z.strictObject({ password, code }),
    answer: done,
  },
  requestPasswordReset: {
    method: 'POST',
    path: '/panel/api/password-reset',
    access: 'anybody',
    body: z.strictObject({ email }),
    answer: done,
  },
  confirmPasswordReset: {
    method: 'POST',
    path: '/panel/api/password-reset/confirm',
    access: 'anybody',
    body: z.strictObject({ token: z.string().min(1).max(100), password }),
    answer: done,
  },
  listActivity: {
    method: 'GET',
    path: '/panel/api/stores/:storeId/activity',
    access: 'seeActivity',
    query: z.object({ before: z.string().optional() }),
    answer: activity,
  },
} as const satisfies Record<string, PanelEndpoint>;
