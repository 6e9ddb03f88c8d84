import { paymentMethods } from '@retoma/commerce';
import { z } from 'zod';
import type { AccountForm } from '../settings-form.ts';

/** A key or token of Mercado Pago: `APP_USR-…`, or `TEST-…` for test credentials. Printable, since it is sent in a header. */
const key = (description: string) =>
  z
    .string()
    .trim()
    .max(300)
    .regex(/^(APP_USR|TEST)-[\w-]{10,}$/, 'begins with APP_USR- or TEST-')
    .describe(description);

const settings = z.strictObject({
  publicKey: key('Public key: the shopper’s browser turns card data into a token with it'),
  installments: z.int().min(1).max(24).default(12).describe('The most instalments of a card, 1 to 24'),
  statementDescriptor: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9 .*-]{3,13}$/, '3 to 13 letters without accents, digits, spaces, dots, asterisks or hyphens')
    .optional()
    .describe('What stands on the card’s statement'),
});

const credentials = z.strictObject({
  accessToken: key('Access token'),
  webhookSecret: z
    .string()
    .trim()
    .min(16)
    .max(300)
    .optional()
    .describe('Secret signature of the webhooks; without it they are refused, and payments are only asked about'),
});

/** A store's account at Mercado Pago. */
export const mercadopagoForm = {
  methods: paymentMethods,
  settings,
  credentials,
  hasWebhook: true,
} satisfies AccountForm;

/** The settings of an account, which are not secret. */
export type MercadopagoSettings = z.infer<typeof settings>;

/** The credentials of an account. */
export type MercadopagoCredentials = z.infer<typeof credentials>;
