import { isHttpUrl } from '@retoma/commerce/http-url';

/** The address if a page may link to it or load it; undefined for anything but absolute http and https. */
export const webAddress = (url: string | undefined): string | undefined =>
  url !== undefined && isHttpUrl(url) ? url : undefined;

/** `mailto:` for what looks like one plain address; never one that could add headers or recipients. */
export const mailAddress = (email: string | undefined): string | undefined =>
  email !== undefined && /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/.test(email) ? `mailto:${email}` : undefined;

/** `tel:` for what looks like a phone number, in any punctuation. */
export function phoneAddress(phone: string | undefined): string | undefined {
  if (phone === undefined || !/^\+?[\d\s().-]{8,24}$/.test(phone)) return undefined;
  return `tel:${phone.replace(/[^\d+]/g, '')}`;
}
