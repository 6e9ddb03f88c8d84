import { z } from 'zod';
import type { SettingsForm } from '../../../base/settings-form.ts';

/** The sandbox has no settings. */
export const sandboxForm = { settings: z.strictObject({}), credentials: z.strictObject({}) } satisfies SettingsForm;
