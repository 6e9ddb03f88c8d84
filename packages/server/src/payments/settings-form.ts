import type { PaymentMethod } from '@retoma/commerce';
import type { z } from 'zod';

/** What a provider asks a store for. */
export type AccountForm = {
  /** The ways of paying it can do. */
  readonly methods: readonly PaymentMethod[];
  /** What may be seen: by the store's people, and the public part of it by shoppers' browsers. */
  readonly settings: z.ZodObject;
  /** What may not. */
  readonly credentials: z.ZodObject;
  /** The provider sends webhooks, to an address that the store pastes there. */
  readonly hasWebhook: boolean;
};
