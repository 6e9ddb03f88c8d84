import { z } from 'zod';

/** The address of a gateway, without a slash at its end. */
export const gatewayAddress = z
  .url({ protocol: /^https?$/ })
  .max(300)
  .transform((url) => url.replace(/\/+$/, ''));

/** A name that stands in a path: of an instance, of a number. */
export const pathName = z.string().min(1).max(100);

/** What a provider gave to be named with; printable ASCII, since it stands in a header. */
export const secretText = z.string().regex(/^[!-~]{1,2000}$/);

/** Made by us, told to the provider alone: the last part of the address of webhooks that nobody signs, or what Meta verifies it by. */
export const webhookSecret = z.string().regex(/^[A-Za-z0-9_-]{16,200}$/);
