import { paymentMethods } from '@retoma/commerce';
import { z } from 'zod';
import type { AccountForm } from '../settings-form.ts';

/** The sandbox has no settings. */
export const sandboxForm = {
  methods: paymentMethods,
  settings: z.strictObject({}),
  credentials: z.strictObject({}),
  hasWebhook: false,
} satisfies AccountForm;
