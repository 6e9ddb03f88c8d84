import { localized } from '@retoma/commerce';
import { z } from 'zod';
import { expecting, labelled, type SettingsForm } from '../../../../base/settings-form.ts';
import { verificationKey } from './webhook.ts';

const publicKey = expecting(
  z
    .string()
    .max(500)
    .refine((key) => verificationKey(key) !== undefined, 'not a P-256 key in base64'),
  'Copie a “Verification Key” inteira, que começa com MF.',
  'Copy the whole “Verification Key”, which begins with MF.',
);

/** The form of a connection to SendGrid. */
export const sendGridForm = {
  settings: z.object({
    region: labelled(z.enum(['global', 'eu']).default('global'), localized('Região', 'Region'), undefined, {
      global: localized('Global', 'Global'),
      eu: localized('Europa', 'Europe'),
    }),
    /** "Verification Key" of the signed event webhook; without it every webhook is rejected. */
    verificationKey: labelled(
      publicKey.optional(),
      localized('Chave de verificação dos avisos', 'Verification key of webhooks'),
    ),
  }),
  credentials: z.object({
    apiKey: labelled(
      expecting(
        z.string().regex(/^[!-~]{10,200}$/),
        'Copie a chave inteira, que começa com SG., sem espaços.',
        'Copy the whole key, which begins with SG., without spaces.',
      ),
      localized('Chave de API', 'API key'),
    ),
  }),
} satisfies SettingsForm;
