import { localized } from '@retoma/commerce';
import { z } from 'zod';
import { labelled, type SettingsForm } from '../../../../base/settings-form.ts';
import { verificationKey } from './webhook.ts';

const publicKey = z
  .string()
  .max(500)
  .refine((key) => verificationKey(key) !== undefined, 'not a P-256 key in base64');

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
    apiKey: labelled(z.string().regex(/^[!-~]{10,200}$/), localized('Chave de API', 'API key')),
  }),
} satisfies SettingsForm;
