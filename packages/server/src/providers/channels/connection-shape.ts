import { localized } from '@retoma/commerce';
import { z } from 'zod';
import { expecting, labelled } from '../../base/settings-form.ts';

/** The base URL of a gateway, without a trailing slash. */
export const gatewayAddress = labelled(
  expecting(
    z
      .url({ protocol: /^https?$/ })
      .max(300)
      .transform((url) => url.replace(/(?<!\/)\/+$/, '')),
    'Escreva o endereço inteiro, começando com https://',
    'Write the whole address, beginning with https://',
  ),
  localized('Endereço do servidor', 'Address of the server'),
  localized('Comece com https://', 'Begin with https://'),
);

/** A name in a URL path: of an instance, or a token. */
export const pathName = z.string().min(1).max(100);

/** A token assigned by a provider. Printable ASCII, since it is sent in a header. */
export const secretText = expecting(
  z.string().regex(/^[!-~]{1,2000}$/),
  'Copie inteiro, como o provedor mostra: letras e números, sem espaços nem acentos.',
  'Copy it whole, as the provider shows it: letters and digits, without spaces.',
);

/** A secret that we generate and share with the provider only: the last part of the URL of unsigned webhooks, or Meta's verify token. */
export const noticeSecret = z.string().regex(/^[A-Za-z0-9_-]{16,200}$/);
