// Requests and responses of the endpoints of freight. Money in cents, weight in grams, sizes in centimetres.
import { z } from 'zod';
import { done, type PanelEndpoint } from '../../../http/endpoint.ts';
import { providerForm, settingsValues } from '../../connections/form-field.ts';

const cents = z.number().int().min(0).max(100_000_000);
const digits = z.string().regex(/^\d{8}$/);
const size = z.number().int().min(1).max(1_000);

/** COM31: some states and ranges of CEPs. */
const region = z.strictObject({
  states: z.array(z.string().regex(/^[A-Z]{2}$/)).max(27),
  zipcodes: z.array(z.strictObject({ from: digits, to: digits }).refine(({ from, to }) => from <= to)).max(30),
});

const settings = z.strictObject({
  /** The CEP from which the store ships; null: unknown. */
  origin: digits.nullable(),
  weight: z.number().int().min(1).max(1_000_000),
  width: size,
  height: size,
  length: size,
  handlingDays: z.number().int().min(0).max(60),
  handlingCost: cents,
  /** From `total` on, the cheapest carrier is free in a region; null: everywhere. */
  freeFrom: z.array(z.strictObject({ region: region.nullable(), total: cents })).max(30),
});

const days = z.number().int().min(0).max(500).nullable();

/** The members of a shipping option that say where it is offered and how the order is handed over. */
export const optionPlace = {
  /** Null: everywhere. */
  region: region.nullable().optional(),
  /** Where and when the order is collected; null: it is delivered. */
  pickup: z
    .strictObject({ address: z.string().trim().min(1).max(200), hours: z.string().trim().min(1).max(100) })
    .nullable()
    .optional(),
  /** Offered also where carriers quoted a price. */
  besideCarriers: z.boolean().optional(),
};

const at = '/panel/api/stores/:storeId' as const;

const turnaroundDays = z.number().int().min(0).max(365).nullable();
const shippingOption = z.object({
  shippingOptionId: z.uuid(),
  name: z.string().trim().min(1).max(100),
  carrier: z.string().trim().max(100).nullable(),
  price: cents,
  turnaroundMinDays: turnaroundDays,
  turnaroundMaxDays: turnaroundDays,
  /** From this subtotal on shipping is free; null: never. */
  freeAbove: cents.nullable(),
  ...optionPlace,
});

/** Why a recent authentication is not needed for freight. */
const freightIsBounded = 'A wrong price of freight gives no goods away, and each order shows it before it is shipped.';

/** The endpoints of freight settings and freight accounts. */
export const freightContract = {
  readFreight: {
    method: 'GET',
    path: `${at}/freight`,
    access: 'changeSettings',
    answer: done.extend({
      settings,
      accounts: z.array(
        z.object({
          accountId: z.uuid(),
          provider: z.string(),
          settings: settingsValues,
          /** Names of the stored credentials. */
          credentials: z.array(z.string()),
          /** Why the owner must look at it, as text. */
          lastError: z.string().nullable(),
          verified: z.boolean(),
        }),
      ),
      providers: z.array(providerForm),
    }),
  },
  changeFreight: {
    method: 'POST',
    path: `${at}/freight`,
    access: 'changeSettings',
    audit: ['shipping_changed'],
    unprotected: 'A wrong price of freight gives no goods away, and each order shows it before it is shipped.',
    body: settings,
  },
  simulateFreight: {
    method: 'POST',
    path: `${at}/freight/simulate`,
    access: 'changeSettings',
    unaudited: 'It only shows what a shopper would see.',
    body: z.strictObject({ zipcode: digits, weight: z.number().int().min(1).max(1_000_000), total: cents }),
    answer: done.extend({
      /** What a shopper sees, cheapest first. `arrivesBy`: a day, `2026-12-03`. `isEarlier`: the carrier did not answer now. */
      offers: z.array(
        z.object({
          name: z.string(),
          carrier: z.string().nullable(),
          cost: cents,
          minDays: days,
          maxDays: days,
          arrivesBy: z.string().nullable(),
          isEarlier: z.boolean(),
        }),
      ),
      /** How each carrier answered; `reason`: why it did not, as text. */
      carriers: z.array(z.object({ provider: z.string(), isWorking: z.boolean(), reason: z.string().nullable() })),
    }),
  },
  connectFreightAccount: {
    method: 'POST',
    path: `${at}/freight-accounts`,
    access: 'changeSettings',
    audit: ['freight_account_changed'],
    recent: true,
    body: z.strictObject({
      provider: z.string().max(50),
      settings: settingsValues.optional(),
      credentials: settingsValues.optional(),
      /** Stores the account as not verified, without a request to the provider. */
      saveAnyway: z.boolean().optional(),
    }),
    /** CREDENTIALS_REFUSED and PROVIDER_UNREACHABLE: nothing was stored; `details.reason`: why, as text. */
    answer: done.extend({ verified: z.boolean() }),
  },
  removeFreightAccount: {
    method: 'POST',
    path: `${at}/freight-accounts/:accountId/remove`,
    access: 'changeSettings',
    audit: ['freight_account_changed'],
    recent: true,
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
    audit: ['shipping_changed'],
    unprotected: freightIsBounded,
    body: shippingOption.omit({ shippingOptionId: true }).strict(),
    answer: done.extend({ shippingOptionId: z.uuid() }),
  },
  retireShippingOption: {
    method: 'POST',
    path: `${at}/shipping-options/:shippingOptionId/retire`,
    access: 'changeSettings',
    audit: ['shipping_changed'],
    unprotected: freightIsBounded,
  },
} as const satisfies Record<string, PanelEndpoint>;
