// What the endpoints of signing in, and of one's own account, take and answer.
import { z } from 'zod';
import { activities } from '../../../audit/audit-actions.ts';
import { permissionNames, roles } from '../../../auth/roles.ts';
import { done, type PanelEndpoint } from '../endpoint.ts';

const email = z
  .string()
  .max(254)
  .regex(/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u);
const password = z.string().min(1).max(256);
const code = z.string().regex(/^\d{6}$/);
/** Of an authenticator app, or one that replaces it. */
const codeOrRecovery = z.string().regex(/^(?:\d{6}|[A-Za-z2-7]{5}-?[A-Za-z2-7]{5})$/);
const token = z.string().min(1).max(100);
/** What a browser made of a passkey, as JSON (WebAuthn, Level 3): checked by what the service knows of it. */
const credential = z.looseObject({ id: z.string().min(1).max(1400), response: z.looseObject({}) });
const options = done.extend({ options: z.record(z.string(), z.unknown()) });

const me = done.extend({
  /** Whether this server sends e-mails of its own: links for new passwords, invitations. */
  mail: z.boolean(),
  user: z.object({
    userId: z.uuid(),
    email: z.string(),
    name: z.string().nullable(),
    /** Whether codes of an authenticator app are on. */
    totp: z.boolean(),
    /** Whether there are any second factors, passkeys included. */
    secondFactor: z.boolean(),
  }),
  stores: z.array(
    z.object({
      storeId: z.uuid(),
      name: z.string(),
      /** IANA; the dates of its orders are shown in it. */
      timeZone: z.string(),
      role: z.enum(roles),
      /** AUT4: the store refuses them until they have a second factor. */
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
    body: z.strictObject({ email, password, code: codeOrRecovery.optional() }),
    answer: me,
  },
  askPasskey: {
    method: 'POST',
    path: '/panel/api/passkey-challenge',
    access: 'anybody',
    body: z.strictObject({}),
    /** What `navigator.credentials.get` takes, as JSON. */
    answer: options,
  },
  signInWithPasskey: {
    method: 'POST',
    path: '/panel/api/sign-in/passkey',
    access: 'anybody',
    body: z.strictObject({ response: credential }),
    answer: me,
  },
  /** AUT9: one of the three; `passkey` answers a challenge of `askPasskey`. */
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
    answer: done,
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
      /** How many are left. */
      recoveryCodes: z.number(),
      /** Those used last first. `browser`: browser and system, where they are known. */
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
    answer: done,
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
    answer: done,
  },
  changeOwnEmail: {
    method: 'POST',
    path: '/panel/api/account/email',
    access: 'signed-in',
    recent: true,
    body: z.strictObject({ email }),
    /** `isPending`: a link went to the new address, which confirms it. */
    answer: done.extend({ isPending: z.boolean() }),
  },
  confirmOwnEmail: {
    method: 'POST',
    path: '/panel/api/account/email/confirm',
    access: 'signed-in',
    body: z.strictObject({ token }),
    answer: done,
  },
  endSession: {
    method: 'POST',
    path: '/panel/api/account/sessions/:sessionId/end',
    access: 'signed-in',
    body: z.strictObject({}),
    answer: done,
  },
  endOtherSessions: {
    method: 'POST',
    path: '/panel/api/account/sessions/end-others',
    access: 'signed-in',
    body: z.strictObject({}),
    answer: done.extend({ ended: z.number() }),
  },
  beginPasskey: {
    method: 'POST',
    path: '/panel/api/passkeys/begin',
    access: 'signed-in',
    recent: true,
    body: z.strictObject({}),
    /** What `navigator.credentials.create` takes, as JSON. */
    answer: options,
  },
  addPasskey: {
    method: 'POST',
    path: '/panel/api/passkeys',
    access: 'signed-in',
    recent: true,
    body: z.strictObject({ response: credential, name: z.string().trim().min(1).max(60) }),
    answer: done,
  },
  removePasskey: {
    method: 'POST',
    path: '/panel/api/passkeys/:credentialId/remove',
    access: 'signed-in',
    recent: true,
    body: z.strictObject({}),
    answer: done,
  },
  makeRecoveryCodes: {
    method: 'POST',
    path: '/panel/api/recovery-codes',
    access: 'signed-in',
    recent: true,
    body: z.strictObject({}),
    /** Shown this once; earlier codes are void. */
    answer: done.extend({ codes: z.array(z.string()) }),
  },
  beginTotp: {
    method: 'POST',
    path: '/panel/api/totp',
    access: 'signed-in',
    recent: true,
    body: z.strictObject({}),
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
    recent: true,
    body: z.strictObject({}),
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
    body: z.strictObject({ token, password }),
    answer: done,
  },
  readInvitation: {
    method: 'POST',
    path: '/panel/api/invitations/read',
    access: 'anybody',
    body: z.strictObject({ token }),
    /** `hasAccount`: the e-mail has one, which must be signed in to accept; `isSignedIn`: it is. */
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
    /** `password`: of the account that is made, where there is none. */
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
