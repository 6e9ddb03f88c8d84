import { localized } from '@retoma/commerce';
import { z } from 'zod';
import { labelled, type SettingsForm } from '../../../base/settings-form.ts';

const settings = z.strictObject({});

const credentials = z.strictObject({
  token: labelled(
    z
      .string()
      .trim()
      .min(8)
      .max(300)
      .regex(/^[!-~]+$/, 'letters and digits without spaces'),
    localized('Token da Frenet', 'Token of Frenet'),
  ),
});

/** A store's account at Frenet. */
export const frenetForm = { settings, credentials } satisfies SettingsForm;
