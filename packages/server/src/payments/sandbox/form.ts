import { z } from 'zod';
import type { AccountForm } from '../settings-form.ts';

/** The sandbox has no settings. */
export const sandboxForm = { settings: z.strictObject({}), credentials: z.strictObject({}) } satisfies AccountForm;
