import { localized } from '@retoma/commerce';
import { z } from 'zod';
import { labelled } from '../../base/settings-form.ts';

/** The base URL of a gateway, without a trailing slash. */
export const gatewayAddress = labelled(
  z
    .url({ protocol: /^https?$/ })
    .max(300)
    .transform((url) => url.replace(/(?<!\/)\/+$/, '')),
  localized('Endereço do servidor', 'Address of the server'),
  localized('Comece com https://', 'Begin with https://'),
);

/** A name in a URL path: of an instance, or a token. */
export const pathName = z.string().min(1).max(100);

/** A token assigned by a provider. Printable ASCII, since it is sent in a header. */
export const secretText = z.string().regex(/^[!-~]{1,2000}$/);

/** A secret that we generate and share with the provider only: the last part of the URL of unsigned webhooks, or Meta's verify token. */
export const noticeSecret = z.string().regex(/^[A-Za-z0-9_-]{16,200}$/);
