import { localized } from '@retoma/commerce';
import { z } from 'zod';
import { expecting, labelled, type SettingsForm } from '../../../base/settings-form.ts';

/** A token, which is sent in a header: printable, without spaces. */
const token = expecting(
  z
    .string()
    .trim()
    .min(20)
    .max(4_000)
    .regex(/^[!-~]+$/, 'a token without spaces'),
  'Copie inteiro, como o provedor mostra: letras e números, sem espaços.',
  'Copy it whole, as the provider shows it: letters and digits, without spaces.',
);
const text = expecting(
  z
    .string()
    .trim()
    .max(200)
    .regex(/^[!-~]+$/, 'letters and digits without spaces'),
  'Copie inteiro, como o provedor mostra: letras e números, sem espaços.',
  'Copy it whole, as the provider shows it: letters and digits, without spaces.',
);

const settings = z.strictObject({
  environment: labelled(
    z.enum(['production', 'test']).default('production'),
    localized('Ambiente', 'Environment'),
    localized('Um token de testes só vale em testes.', 'A token of the sandbox is valid only there.'),
    { production: localized('Produção', 'Production'), test: localized('Testes', 'Sandbox') },
  ),
  contact: labelled(
    z.email().max(200),
    localized('E-mail de contato técnico', 'Technical contact e-mail'),
    localized('Vai junto em cada consulta, como o Melhor Envio pede.', 'Sent with each request, as Melhor Envio asks.'),
  ),
  services: labelled(
    expecting(
      z
        .string()
        .trim()
        .regex(/^\d{1,4}(,\d{1,4}){0,29}$/, 'numbers with commas between, such as 1,2,17'),
      'Só os números dos serviços, com vírgula e sem espaço: 1,2,17.',
      'Only the numbers of services, with commas and without spaces: 1,2,17.',
    ).optional(),
    localized('Só estes serviços', 'Only these services'),
    localized(
      'Números com vírgula, como 1,2,17. Vazio: todos, também os novos.',
      'Numbers with commas, such as 1,2,17. Empty: all, also new ones.',
    ),
  ),
});

const credentials = z.strictObject({
  accessToken: labelled(token, localized('Token de acesso', 'Access token')),
  refreshToken: labelled(
    token.optional(),
    localized('Token de renovação', 'Refresh token'),
    localized(
      'De um aplicativo seu (OAuth). Com ele o acesso se renova sozinho.',
      'Of an app of yours (OAuth). With it the access renews itself.',
    ),
  ),
  clientId: labelled(text.optional(), localized('Client ID do aplicativo', 'Client id of the app')),
  clientSecret: labelled(text.optional(), localized('Secret do aplicativo', 'Secret of the app')),
});

/** A store's account at Melhor Envio. */
export const melhorEnvioForm = { settings, credentials } satisfies SettingsForm;

/** The settings of an account. */
export type MelhorEnvioSettings = z.infer<typeof settings>;
