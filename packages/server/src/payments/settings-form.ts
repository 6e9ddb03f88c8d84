import type { PaymentMethod } from '@retoma/commerce';
import type { z } from 'zod';

/** The account form of a payment provider. */
export type AccountForm = {
  /** The payment methods that it supports. */
  readonly methods: readonly PaymentMethod[];
  /** Settings that are not secret: members of the store see them, and shoppers' browsers get the public part. */
  readonly settings: z.ZodObject;
  /** Secrets. */
  readonly credentials: z.ZodObject;
  /** Whether the provider sends webhooks, to a URL that the store enters there. */
  readonly hasWebhook: boolean;
};
