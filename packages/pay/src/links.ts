import { isHttpUrl } from '@retoma/commerce/http-url';

/** Returns the address if it is absolute http or https, so that a page may link to it; otherwise undefined. */
export const webAddress = (url: string | undefined): string | undefined =>
  url !== undefined && isHttpUrl(url) ? url : undefined;

/** A `mailto:` link for one plain address; undefined for any text that could add headers or recipients. */
export const mailAddress = (email: string | undefined): string | undefined =>
  email !== undefined && /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/.test(email) ? `mailto:${email}` : undefined;

/** A `tel:` link for a phone number with any punctuation; otherwise undefined. */
export function phoneAddress(phone: string | undefined): string | undefined {
  if (phone === undefined || !/^\+?[\d\s().-]{8,24}$/.test(phone)) return undefined;
  return `tel:${phone.replace(/[^\d+]/g, '')}`;
}
