import { paymentMethods } from '@retoma/commerce';
import { z } from 'zod';
import type { AccountForm } from '../settings-form.ts';

/** Keys and tokens of Mercado Pago: `APP_USR-…`, and `TEST-…` of its test credentials. Printable, so that they fit a header. */
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

/** What of an account may be seen. */
export type MercadopagoSettings = z.infer<typeof settings>;

/** What the provider works with. */
export type MercadopagoCredentials = z.infer<typeof credentials>;
