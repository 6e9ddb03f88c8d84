import { localized, type Localized } from '@retoma/commerce';
import { z } from 'zod';

/** The form of a provider. Its members are `labelled`. */
export type SettingsForm = {
  /** Settings that are not secret: members of the store see them. Of payment providers, shoppers' browsers get the public part. */
  readonly settings: z.ZodObject;
  /** Secrets. */
  readonly credentials: z.ZodObject;
};

/** Where an owner finds what the form asks for at the provider, and the provider's page; no page: the owner's own server. */
export type WhereToFind = { readonly text: Localized; readonly url?: string };

/**
 * Adds the texts of the form's field to a member, which providers/connections/settings-schema.ts reads. `choices`: by value of an enum. `isProminent`:
 * the form shows it among the required fields, although it may be empty.
 */
export const labelled = <Member extends z.ZodType>(
  member: Member,
  label: Localized,
  hint?: Localized,
  choices?: Readonly<Record<string, Localized>>,
  isProminent = false,
): Member =>
  member.meta({ label, ...(hint && { hint }), ...(choices && { choices }), ...(isProminent && { isProminent }) });

/**
 * Adds what a field expects, as a sentence that its refusal shows, such as `São 15 números.`. Fields whose format a schema cannot say (a
 * pattern, a check) need it; for others it follows from their limits.
 */
export const expecting = <Member extends z.ZodType>(member: Member, pt: string, en: string): Member =>
  member.meta({ expects: localized(pt, en) });

/** A text that is the same in both languages. */
export const inBoth = (text: string): Localized => localized(text, text);

/** An environment setting with the address of a service's API, without a trailing slash. `fallback`: the real one. */
export const apiUrl = (fallback: string, description: string): z.ZodType<string> =>
  z
    .url({ protocol: /^https?$/ })
    .default(fallback)
    .transform((url) => url.replace(/(?<!\/)\/+$/, ''))
    .describe(description);
