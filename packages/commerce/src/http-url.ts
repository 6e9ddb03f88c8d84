/** Matches most addresses without a URL parser: a plain host name with a plain top-level domain, then printable ASCII. */
const plain = /^https?:\/\/[a-z][a-z0-9]*(?:[.-][a-z0-9]+)*\.[a-z]{2,}(?::\d{1,4})?(?:[/?#][!-~]*)?$/i;
const absolute = /^https?:\/\/[^\u0000-\u0020]/i;
const control = /[\u0000-\u001f\u007f]/;

/**
 * Whether `value` is an absolute http or https address. Refuses `javascript:`, relative addresses, and characters that a URL parser
 * silently drops (line breaks and other control characters).
 */
export const isHttpUrl = (value: string): boolean =>
  plain.test(value) || (absolute.test(value) && !control.test(value) && URL.canParse(value));
