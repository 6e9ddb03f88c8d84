/**
 * Whether `value` is an absolute http or https address: never `javascript:`, never relative, nothing a URL parser would
 * silently drop (line breaks and other control characters).
 */
export function isHttpUrl(value: string): boolean {
  // eslint-disable-next-line no-control-regex -- control characters are what is refused here
  return /^https?:\/\/[^\u0000-\u0020]/i.test(value) && !/[\u0000-\u001f\u007f]/.test(value) && URL.canParse(value);
}
