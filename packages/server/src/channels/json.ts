/** Looks into JSON of others, where nothing is certain to be there. */
export type Json = Readonly<Record<string, unknown>>;

/** The object, or an empty one in its place. */
export const objectIn = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};

/** The list's objects, or none. */
export const objectsIn = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.map(objectIn) : []);

/** The text, or ''. */
export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The JSON of a webhook's body; undefined where it is none. */
export function jsonOf({ body }: { readonly body: Buffer }): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
