import { z } from 'zod';
import type { SettingsForm } from '../../platform/settings-form.ts';

/** The sandbox has no settings. */
export const sandboxForm = { settings: z.strictObject({}), credentials: z.strictObject({}) } satisfies SettingsForm;
