/** The value of a JSON text; undefined: it is not JSON. */
export function parseJson(text: Buffer | string): unknown {
  try {
    return JSON.parse(text.toString());
  } catch {
    return undefined;
  }
}
