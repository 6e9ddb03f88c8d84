import type { Localized } from '@retoma/commerce';
import type { z } from 'zod';

/** The account form of a payment provider. Its members are `labelled`. */
export type AccountForm = {
  /** Settings that are not secret: members of the store see them, and shoppers' browsers get the public part. */
  readonly settings: z.ZodObject;
  /** Secrets. */
  readonly credentials: z.ZodObject;
};

/** Adds the texts of the form's field to a member: integrations/settings-schema.ts reads them. */
export const labelled = <Member extends z.ZodType>(member: Member, label: Localized, hint?: Localized): Member =>
  member.meta({ label, ...(hint && { hint }) });
