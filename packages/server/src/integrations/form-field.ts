import { z } from 'zod';

/**
 * One thing that a provider asks a store for, as a form shows it. `name`: where it is in the settings or credentials, with dots
 * between members. `long`: a text of several lines; `map`: names with a text each, a line for each.
 */
const formField = z.object({
  name: z.string(),
  kind: z.enum(['text', 'long', 'number', 'flag', 'choice', 'map']),
  required: z.boolean(),
  choices: z.array(z.string()).optional(),
  fallback: z.union([z.string(), z.number(), z.boolean()]).optional(),
});

/** One of them. */
export type FormField = z.output<typeof formField>;

/** What a provider asks for: `settings` may be seen, `credentials` are never shown again. */
export const providerForm = z.object({
  name: z.string(),
  settings: z.array(formField),
  credentials: z.array(formField),
});

/** Where a provider sends its webhooks. `firstAt`: when the first genuine one came; null: none yet. */
export const webhookState = z.object({ url: z.string(), firstAt: z.iso.datetime().nullable() });

/** A provider's settings or credentials, to be stored. Credentials that are left out stay as they are; null takes one away. */
export const settingsValues = z.record(z.string().max(60), z.unknown());
