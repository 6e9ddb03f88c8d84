/** JSON as PHP's json_encode writes it: slashes and letters outside ASCII are escaped, so that what is parsed and written again differs. */
export const phpJson = (value: unknown): string =>
  JSON.stringify(value)
    .replaceAll('/', String.raw`\/`)
    .replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
