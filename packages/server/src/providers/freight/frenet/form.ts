import { localized } from '@retoma/commerce';
import { z } from 'zod';
import { expecting, labelled, type SettingsForm } from '../../../base/settings-form.ts';

const settings = z.strictObject({});

const credentials = z.strictObject({
  token: labelled(
    expecting(
      z
        .string()
        .trim()
        .min(8)
        .max(300)
        .regex(/^[!-~]+$/, 'letters and digits without spaces'),
      'Copie inteiro, como a Frenet mostra: 8 letras e números ou mais, sem espaços.',
      'Copy it whole, as Frenet shows it: 8 characters or more, without spaces.',
    ),
    localized('Token da Frenet', 'Token of Frenet'),
  ),
});

/** A store's account at Frenet. */
export const frenetForm = { settings, credentials } satisfies SettingsForm;
