// Requests and responses of the endpoints for signing in and for the user's own account.
import { cleanPasted } from '@retoma/commerce/pasted';
import { z } from 'zod';
import { activities } from '../../http/audit-actions.ts';
import { permissionNames, roles } from '../../http/roles.ts';
import { done, type PanelEndpoint } from '../../http/endpoint.ts';

const email = z
  .string()
  .max(254)
  .regex(/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u);
const password = z.string().min(1).max(256);
/** A typed or pasted code: apps show it in two groups. */
const typed = z
  .string()
  .max(60)
  .transform((text) => cleanPasted(text).replaceAll(' ', ''));
const code = typed.pipe(z.string().regex(/^\d{6}$/));
/** A code of an authenticator app, or a recovery code. */
const codeOrRecovery = typed.pipe(z.string().regex(/^(?:\d{6}|[A-Za-z2-7]{5}-?[A-Za-z2-7]{5})$/));
const token = z.string().min(1).max(100);
/** A browser's response for a passkey, as JSON (WebAuthn, Level 3). Its content is verified by the WebAuthn library. */
const credential = z.looseObject({ id: z.string().min(1).max(1400), response: z.looseObject({}) });
const options = done.extend({ options: z.record(z.string(), z.unknown()) });

const me = done.extend({
  /** Whether this server sends e-mails, such as links for new passwords and invitations. */
  mail: z.boolean(),
  user: z.object({
    userId: z.uuid(),
    email: z.string(),
    name: z.string().nullable(),
    /** Whether an authenticator app is set up. */
    totp: z.boolean(),
    /** Whether the user has any second factor, passkeys included. */
    secondFactor: z.boolean(),
  }),
  stores: z.array(
    z.object({
      storeId: z.uuid(),
      name: z.string(),
      /** IANA name; dates of the store's orders are shown in it. */
      timeZone: z.string(),
      /** AUT15: it holds example data. */
      example: z.boolean(),
      /** TST1: the store whose test mode this one is; null: it is no test store. */
      testOf: z.uuid().nullable(),
      role: z.enum(roles),
      /** AUT4: the store refuses the user until they have a second factor. */
      needsSecondFactor: z.boolean(),
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
      /** E-mail of the actor; null: the command line. */
      by: z.string().nullable(),
      /** E-mail of the affected user; null: none. */
      about: z.string().nullable(),
      detail: z.string().nullable(),
    }),
  ),
});

/** The endpoints for signing in, second factors, new passwords, the user's own account, invitations and the audit log. */
export const accountContract = {
  signIn: {
    method: 'POST',
    path: '/panel/api/sign-in',
    access: 'anybody',
    body: z.strictObject({ email, password, code: codeOrRecovery.optional() }),
    answer: me,
  },
  askPasskey: {
    method: 'POST',
    path: '/panel/api/passkey-challenge',
    access: 'anybody',
    /** Options for `navigator.credentials.get`, as JSON. */
    answer: options,
  },
  signInWithPasskey: {
    method: 'POST',
    path: '/panel/api/sign-in/passkey',
    access: 'anybody',
    body: z.strictObject({ response: credential }),
    answer: me,
  },
  /** AUT9: one of the three. `passkey`: the response to a challenge of `askPasskey`. */
  reauthenticate: {
    method: 'POST',
    path: '/panel/api/reauthenticate',
    access: 'signed-in',
    whenLocked: true,
    body: z.union([
      z.strictObject({ password }),
      z.strictObject({ code: codeOrRecovery }),
      z.strictObject({ passkey: credential }),
    ]),
  },
  signOut: { method: 'POST', path: '/panel/api/sign-out', access: 'anybody' },
  /** An error of a page: name and stack of what was thrown, without its message, which may contain data of shoppers. */
  reportPageError: {
    method: 'POST',
    path: '/panel/api/page-errors',
    access: 'signed-in',
    body: z.strictObject({ name: z.string().max(80), stack: z.string().max(4_000) }),
  },
  me: { method: 'GET', path: '/panel/api/me', access: 'signed-in', answer: me },
  readAccount: {
    method: 'GET',
    path: '/panel/api/account',
    access: 'signed-in',
    answer: done.extend({
      name: z.string().nullable(),
      passkeys: z.array(
        z.object({
          credentialId: z.string(),
          name: z.string(),
          createdAt: z.iso.datetime(),
          usedAt: z.iso.datetime().nullable(),
        }),
      ),
      /** Number of unused recovery codes. */
      recoveryCodes: z.number(),
      /** Last used first. `browser`: names of browser and system; null: not known. */
      sessions: z.array(
        z.object({
          sessionId: z.uuid(),
          browser: z.string().nullable(),
          createdAt: z.iso.datetime(),
          seenAt: z.iso.datetime(),
          isCurrent: z.boolean(),
        }),
      ),
    }),
  },
  changeOwnPassword: {
    method: 'POST',
    path: '/panel/api/account/password',
    access: 'signed-in',
    body: z.strictObject({ current: password, password }),
  },
  changeOwnName: {
    method: 'POST',
    path: '/panel/api/account/name',
    access: 'signed-in',
    body: z.strictObject({
      name: z
        .string()
        .trim()
        .max(100)
        .regex(/^\P{Cc}*$/u),
    }),
  },
  changeOwnEmail: {
    method: 'POST',
    path: '/panel/api/account/email',
    access: 'signed-in',
    recent: true,
    body: z.strictObject({ email }),
    /** `isPending`: the new address must confirm the change by a link. */
    answer: done.extend({ isPending: z.boolean() }),
  },
  confirmOwnEmail: {
    method: 'POST',
    path: '/panel/api/account/email/confirm',
    access: 'signed-in',
    body: z.strictObject({ token }),
  },
  endSession: {
    method: 'POST',
    path: '/panel/api/account/sessions/:sessionId/end',
    access: 'signed-in',
  },
  endOtherSessions: {
    method: 'POST',
    path: '/panel/api/account/sessions/end-others',
    access: 'signed-in',
    answer: done.extend({ ended: z.number() }),
  },
  beginPasskey: {
    method: 'POST',
    path: '/panel/api/passkeys/begin',
    access: 'signed-in',
    recent: true,
    /** Options for `navigator.credentials.create`, as JSON. */
    answer: options,
  },
  addPasskey: {
    method: 'POST',
    path: '/panel/api/passkeys',
    access: 'signed-in',
    recent: true,
    body: z.strictObject({ response: credential, name: z.string().trim().min(1).max(60) }),
  },
  removePasskey: {
    method: 'POST',
    path: '/panel/api/passkeys/:credentialId/remove',
    access: 'signed-in',
    recent: true,
  },
  makeRecoveryCodes: {
    method: 'POST',
    path: '/panel/api/recovery-codes',
    access: 'signed-in',
    recent: true,
    /** The codes cannot be shown again; earlier codes are void. */
    answer: done.extend({ codes: z.array(z.string()) }),
  },
  beginTotp: {
    method: 'POST',
    path: '/panel/api/totp',
    access: 'signed-in',
    recent: true,
    /** `secret` in base 32, for typing. `qr`: `uri` as a QR code: modules on a side, and the SVG path of the dark ones. */
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
  },
  removeTotp: {
    method: 'POST',
    path: '/panel/api/totp/remove',
    access: 'signed-in',
    recent: true,
  },
  requestPasswordReset: {
    method: 'POST',
    path: '/panel/api/password-reset',
    access: 'anybody',
    body: z.strictObject({ email }),
  },
  confirmPasswordReset: {
    method: 'POST',
    path: '/panel/api/password-reset/confirm',
    access: 'anybody',
    body: z.strictObject({ token, password }),
  },
  readInvitation: {
    method: 'POST',
    path: '/panel/api/invitations/read',
    access: 'anybody',
    body: z.strictObject({ token }),
    /** `hasAccount`: the e-mail has an account, which must be signed in to accept. `isSignedIn`: that account is signed in. */
    answer: done.extend({
      store: z.string(),
      email: z.string(),
      role: z.enum(roles),
      hasAccount: z.boolean(),
      isSignedIn: z.boolean(),
    }),
  },
  acceptInvitation: {
    method: 'POST',
    path: '/panel/api/invitations/accept',
    access: 'anybody',
    /** `password`: for the new account, if the e-mail has none. */
    body: z.strictObject({ token, password: password.optional() }),
    answer: done.extend({ storeId: z.uuid() }),
  },
  listActivity: {
    method: 'GET',
    path: '/panel/api/stores/:storeId/activity',
    access: 'seeActivity',
    query: z.object({ before: z.string().optional() }),
    answer: activity,
  },
} as const satisfies Record<string, PanelEndpoint>;
