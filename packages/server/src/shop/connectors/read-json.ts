/** The largest depth of nesting that is read; what platforms send has less than 20. */
const mostDepth = 64;

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * CON2: a body as JSON in which every number is its text, so that large ids and amounts keep their digits. Undefined: it is not JSON in
 * UTF-8, or nested too deeply.
 */
export function readJson(body: Uint8Array): unknown {
  try {
    const text = decoder.decode(body);
    return isShallow(text) ? JSON.parse(text, numberAsText) : undefined;
  } catch {
    return undefined;
  }
}

const numberAsText = (_key: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' ? (context?.source ?? String(value)) : value;

/**
 * Whether a text nests at most `mostDepth` arrays and objects: a parser that calls itself would run out of stack. A string without its end
 * takes the rest of the text, so that it is passed once.
 */
function isShallow(text: string): boolean {
  let depth = 0;
  for (const [mark] of text.matchAll(/"(?:[^"\\]|\\.)*(?:"|\\?$)|[[\]{}]/gs)) {
    if (mark === '[' || mark === '{') depth++;
    else if (mark === ']' || mark === '}') depth--;
    if (depth > mostDepth) return false;
  }
  return true;
}

/** The value at a path of own members and indexes; undefined: there is none. */
export function valueAt(json: unknown, ...path: readonly (string | number)[]): unknown {
  let value = json;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string | number, unknown>)[key];
  }
  return value;
}

/** The elements of a list at a path; none if there is no list. */
export function listAt(json: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const value = valueAt(json, ...path);
  return Array.isArray(value) ? value : [];
}

/**
 * The text at a path, without white space around it and without what PostgreSQL cannot store. Undefined: it is empty or no text. A number is
 * a text here.
 */
export function textAt(json: unknown, ...path: readonly (string | number)[]): string | undefined {
  const value = valueAt(json, ...path);
  if (typeof value !== 'string') return undefined;
  const text = value.replaceAll('\0', '').toWellFormed().trim();
  return text === '' ? undefined : text;
}

/** A text of at most `length` characters (code points), such as `eventLimits.text`. */
export function cutText(text: string, length: number): string;
export function cutText(text: string | undefined, length: number): string | undefined;
export function cutText(text: string | undefined, length: number): string | undefined {
  return text === undefined || text.length <= length ? text : Array.from(text).slice(0, length).join('');
}
