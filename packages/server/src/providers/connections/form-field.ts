import { z } from 'zod';

/** A text in both languages. */
export const localizedText = z.object({ 'pt-BR': z.string(), en: z.string() });

/**
 * A field of a provider's form. `name`: its path in the settings or credentials, with dots between members. `long`: a text of several
 * lines; `map`: named texts, one a line.
 */
export const formField = z.object({
  name: z.string(),
  kind: z.enum(['text', 'long', 'number', 'flag', 'choice', 'map']),
  required: z.boolean(),
  /** Whether it is among the required fields of the form, although it may be empty. */
  isProminent: z.literal(true).optional(),
  choices: z.array(z.object({ value: z.string(), label: localizedText })).optional(),
  fallback: z.union([z.string(), z.number(), z.boolean()]).optional(),
  label: localizedText,
  hint: localizedText.optional(),
  /** What it expects, for its refusal. */
  expects: localizedText,
});

/** A field of a provider's form. */
export type FormField = z.output<typeof formField>;

/** A provider and its form. `settings` can be shown; `credentials` are never shown again. */
export const providerForm = z.object({
  name: z.string(),
  label: localizedText,
  /** Where its owner finds what the form asks for, and the provider's page; null: the form says enough. */
  whereToFind: z.object({ text: localizedText, url: z.url().optional() }).nullable(),
  settings: z.array(formField),
  credentials: z.array(formField),
});

/** A provider's webhooks. `firstAt`: when the first genuine one arrived; null: none yet. */
export const webhookState = z.object({ url: z.string(), firstAt: z.iso.datetime().nullable() });

/** COM43: what a connection and its provider do not understand of each other, as text, with names of the provider's protocol. */
export const firstContactView = z.array(z.object({ text: z.string(), shapes: z.array(z.string()) }));

/** A provider's settings or credentials to store. Omitted credentials are kept; null deletes one. */
export const settingsValues = z.record(z.string().max(60), z.unknown());
