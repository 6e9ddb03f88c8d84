/** Untrusted JSON: any member may be missing or have any type. */
export type Json = Readonly<Record<string, unknown>>;

/** The value if it is an object, else an empty one. */
export const objectIn = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};

/** The list's items, each as an object; empty if the value is not a list. */
export const objectsIn = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.map(objectIn) : []);

/** The value if it is a text, else ''. */
export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The first value that is a text and not ''; '' if there is none. */
export const firstText = (...values: readonly unknown[]): string =>
  values.map(textIn).find((text) => text !== '') ?? '';
