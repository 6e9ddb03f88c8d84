// What the endpoints of how a store is paid, and how it ships, take and answer. Money in cents.
import { z } from 'zod';
import { done, type PanelEndpoint } from '../panel-endpoint.ts';
import { providerForm, told } from '../../../stores/form-field.ts';

const method = z.enum(['pix', 'boleto', 'card']);

const account = z.object({
  accountId: z.uuid(),
  provider: z.string(),
  settings: told,
  /** Names of the credentials that are kept. */
  credentials: z.array(z.string()),
  methods: z.array(method),
  trouble: z.string().nullable(),
  webhookUrl: z.string(),
});

const days = z.number().int().min(0).max(365).nullable();
const cents = z.number().int().min(0).max(100_000_000);
const shippingOption = z.object({
  shippingOptionId: z.uuid(),
  name: z.string().trim().min(1).max(100),
  carrier: z.string().trim().max(100).nullable(),
  price: cents,
  turnaroundMinDays: days,
  turnaroundMaxDays: days,
  /** From this subtotal on it costs nothing. */
  freeAbove: cents.nullable(),
});

const at = '/panel/api/stores/:storeId' as const;

/** How a store is paid, and how it ships. */
export const paymentsContract = {
  listPaymentAccounts: {
    method: 'GET',
    path: `${at}/payment-accounts`,
    access: 'changeSettings',
    answer: done.extend({
      accounts: z.array(account),
      providers: z.array(providerForm.extend({ methods: z.array(method) })),
    }),
  },
  connectPaymentAccount: {
    method: 'POST',
    path: `${at}/payment-accounts`,
    access: 'changeSettings',
    body: z.strictObject({
      provider: z.string().max(50),
      settings: told.optional(),
      credentials: told.optional(),
      /** Ways of paying that go through it from now on. */
      methods: z.array(method),
    }),
    answer: done,
  },
  removePaymentMethod: {
    method: 'POST',
    path: `${at}/payment-methods/:method/remove`,
    access: 'changeSettings',
    body: z.strictObject({}),
    answer: done,
  },
  listShippingOptions: {
    method: 'GET',
    path: `${at}/shipping-options`,
    access: 'changeSettings',
    answer: done.extend({ options: z.array(shippingOption) }),
  },
  createShippingOption: {
    method: 'POST',
    path: `${at}/shipping-options`,
    access: 'changeSettings',
    body: shippingOption.omit({ shippingOptionId: true }).strict(),
    answer: done.extend({ shippingOptionId: z.uuid() }),
  },
  retireShippingOption: {
    method: 'POST',
    path: `${at}/shipping-options/:shippingOptionId/retire`,
    access: 'changeSettings',
    body: z.strictObject({}),
    answer: done,
  },
} as const satisfies Record<string, PanelEndpoint>;
