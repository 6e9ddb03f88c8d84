import { z } from 'zod';
import { expecting, inBoth, labelled, type SettingsForm } from '../../../base/settings-form.ts';

/** Ten digits, with or without dashes. */
const customer = (description: string) =>
  expecting(
    z
      .string()
      .trim()
      .regex(/^\d{3}-?\d{3}-?\d{4}$/, 'ten digits')
      .transform((id) => id.replaceAll('-', ''))
      .describe(description),
    'São 10 números, como 123-456-7890.',
    'Ten digits, such as 123-456-7890.',
  );
const secret = (description: string) =>
  expecting(
    z
      .string()
      .trim()
      .regex(/^[\w.~/-]{8,500}$/, 'without spaces')
      .describe(description),
    'Copie inteiro, sem espaços: 8 letras e números ou mais.',
    'Copy it whole, without spaces: 8 characters or more.',
  );

const settings = z.strictObject({
  customerId: labelled(
    customer('Id of the account that owns the conversion action'),
    { 'pt-BR': 'ID da conta do Google Ads', en: 'Id of the Google Ads account' },
    { 'pt-BR': 'Como 123-456-7890', en: 'Such as 123-456-7890' },
  ),
  conversionActionId: labelled(
    expecting(
      z
        .string()
        .trim()
        .regex(/^\d{1,20}$/, 'only digits')
        .describe('Id of the conversion action for purchases'),
      'São só números: o que vem depois de ctId= no endereço da ação.',
      'Digits only: what follows ctId= in the address of the action.',
    ),
    { 'pt-BR': 'ID da ação de conversão de compra', en: 'Id of the conversion action for purchases' },
    {
      'pt-BR': 'O número depois de ctId= no endereço da ação, que é de importação de cliques',
      en: 'The number after ctId= in the action’s address; the action imports clicks',
    },
  ),
  loginCustomerId: labelled(customer('Id of the manager account, if access is through one').optional(), {
    'pt-BR': 'ID da conta de administrador (se houver)',
    en: 'Id of the manager account (if any)',
  }),
});

/** Not strict: an account of an earlier release has a developer token too, which is left out when it is saved again. */
const credentials = z.object({
  clientId: labelled(secret('OAuth client id'), { 'pt-BR': 'ID do cliente OAuth', en: 'OAuth client id' }),
  clientSecret: labelled(secret('OAuth client secret'), {
    'pt-BR': 'Chave secreta do cliente OAuth',
    en: 'OAuth client secret',
  }),
  refreshToken: labelled(secret('Refresh token with the scope datamanager'), {
    'pt-BR': 'Refresh token (escopo datamanager)',
    en: 'Refresh token (scope datamanager)',
  }),
});

/** A store's account at Google Ads. */
export const googleAdsForm = { settings, credentials } satisfies SettingsForm;

/** The name of the destination, which is the same in both languages. */
export const googleAdsLabel = inBoth('Google Ads');
