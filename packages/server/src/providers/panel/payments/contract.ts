// Requests and responses of the endpoints of payment accounts.
import { z } from 'zod';
import { done, type PanelEndpoint } from '../../../http/endpoint.ts';
import {
  firstContactView,
  localizedText,
  providerForm,
  settingsValues,
  webhookState,
} from '../../connections/form-field.ts';

const method = z.enum(['pix', 'boleto', 'card']);

const account = z.object({
  accountId: z.uuid(),
  provider: z.string(),
  settings: settingsValues,
  /** Names of the stored credentials. */
  credentials: z.array(z.string()),
  methods: z.array(method),
  /** COM40: the methods that it takes while their first account is down. */
  fallbackFor: z.array(method),
  /** Name of the account at the provider. */
  account: z.string().nullable(),
  lastError: z.string().nullable(),
  /** COM15: whether its provider accepted the credentials. */
  verified: z.boolean(),
  /** Null: the provider sends no webhooks. */
  webhook: webhookState.nullable(),
  findings: firstContactView,
});

const at = '/panel/api/stores/:storeId' as const;

/** The endpoints of payment accounts. */
export const paymentsContract = {
  listPaymentAccounts: {
    method: 'GET',
    path: `${at}/payment-accounts`,
    access: 'changeSettings',
    answer: done.extend({
      accounts: z.array(account),
      providers: z.array(
        providerForm.extend({
          methods: z.array(method),
          isSimulated: z.boolean(),
          /** Whether it reports payments; false: the store confirms each one by hand. */
          reportsPayments: z.boolean(),
          /** Where to paste the webhook address at the provider; null: it has no webhooks to set up. */
          setupHelp: localizedText.nullable(),
        }),
      ),
      /** AUT10: the pending change; null: none. */
      pending: z
        .object({
          changeId: z.uuid(),
          provider: z.string(),
          requestedBy: z.string(),
          /** The signed-in user requested it, so another owner must confirm it. */
          isOwn: z.boolean(),
          dueAt: z.iso.datetime(),
        })
        .nullable(),
    }),
  },
  connectPaymentAccount: {
    method: 'POST',
    path: `${at}/payment-accounts`,
    access: 'changeSettings',
    audit: ['payments_changed', 'payments_saved_unverified', 'payments_change_waits'],
    recent: true,
    body: z.strictObject({
      provider: z.string().max(50),
      settings: settingsValues.optional(),
      credentials: settingsValues.optional(),
      /** Payment methods that this account takes; none may belong to another account. */
      methods: z.array(method),
      /** The one payment method that moves to this account from another one. */
      move: method.optional(),
      /** Stores the account as not verified, without a request to the provider. */
      saveAnyway: z.boolean().optional(),
    }),
    /** CREDENTIALS_REFUSED and PROVIDER_UNREACHABLE: nothing was stored; `details.reason`: why, as text. */
    answer: done.extend({
      verified: z.boolean(),
      hasWebhook: z.boolean(),
      /** AUT10: when the change takes effect; null: it has. */
      waitsUntil: z.iso.datetime().nullable(),
    }),
  },
  confirmPaymentChange: {
    method: 'POST',
    path: `${at}/payment-changes/:changeId/confirm`,
    access: 'changeSettings',
    audit: ['payments_changed'],
    recent: true,
  },
  cancelPaymentChange: {
    method: 'POST',
    path: `${at}/payment-changes/:changeId/cancel`,
    access: 'changeSettings',
    audit: ['payments_change_cancelled'],
    unprotected: 'An owner stops a change at once; the money goes where it went before.',
  },
  tryPaymentAccount: {
    method: 'POST',
    path: `${at}/payment-accounts/:accountId/try`,
    access: 'changeSettings',
    unaudited: 'It only asks the provider about the stored account.',
    /** `account`: its name at the provider. `reason`: why it does not work, as text. */
    answer: done.extend({ isWorking: z.boolean(), account: z.string(), reason: z.string().nullable() }),
  },
  removePaymentMethod: {
    method: 'POST',
    path: `${at}/payment-methods/:method/remove`,
    access: 'changeSettings',
    audit: ['payments_changed'],
    recent: true,
  },
  setPaymentFallback: {
    method: 'POST',
    path: `${at}/payment-methods/:method/fallback`,
    access: 'changeSettings',
    audit: ['payments_changed', 'payments_change_waits'],
    recent: true,
    /** `provider`: of the account that takes the method while its first one is down (COM40); null: none. */
    body: z.strictObject({ provider: z.string().max(50).nullable() }),
    answer: done.extend({
      /** AUT10: when the change takes effect; null: it has. */
      waitsUntil: z.iso.datetime().nullable(),
    }),
  },
} as const satisfies Record<string, PanelEndpoint>;
