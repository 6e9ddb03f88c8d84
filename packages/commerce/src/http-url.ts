/** An address that needs no parser to be found right: a plain host name under a plain top-level domain, printable ASCII after it. */
const plain = /^https?:\/\/[a-z][a-z0-9]*(?:[.-][a-z0-9]+)*\.[a-z]{2,}(?::\d{1,4})?(?:[/?#][!-~]*)?$/i;
const absolute = /^https?:\/\/[^\u0000-\u0020]/i;
const control = /[\u0000-\u001f\u007f]/;

/**
 * Whether `value` is an absolute http or https address: never `javascript:`, never relative, nothing that a URL parser would
 * silently drop (line breaks and other control characters).
 */
export const isHttpUrl = (value: string): boolean =>
  plain.test(value) || (absolute.test(value) && !control.test(value) && URL.canParse(value));
