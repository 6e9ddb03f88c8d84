import { localized, type Localized } from '@retoma/commerce';
import type { z } from 'zod';

/** The form of a provider. Its members are `labelled`. */
export type SettingsForm = {
  /** Settings that are not secret: members of the store see them. Of payment providers, shoppers' browsers get the public part. */
  readonly settings: z.ZodObject;
  /** Secrets. */
  readonly credentials: z.ZodObject;
};

/** Adds the texts of the form's field to a member, which integrations/settings-schema.ts reads. `choices`: by value of an enum. */
export const labelled = <Member extends z.ZodType>(
  member: Member,
  label: Localized,
  hint?: Localized,
  choices?: Readonly<Record<string, Localized>>,
): Member => member.meta({ label, ...(hint && { hint }), ...(choices && { choices }) });

/** A text that is the same in both languages. */
export const inBoth = (text: string): Localized => localized(text, text);
