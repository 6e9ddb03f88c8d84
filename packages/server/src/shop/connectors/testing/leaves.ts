/** A place in JSON: names and indexes from its root. */
export type JsonPath = readonly (string | number)[];

/** Every place of a JSON value, its root and what only holds others included. */
export function placesOf(json: unknown, path: JsonPath = []): JsonPath[] {
  if (typeof json !== 'object' || json === null) return [path];
  const members = Array.isArray(json) ? [...json.entries()] : Object.entries(json);
  return [path, ...members.flatMap(([key, value]) => placesOf(value, [...path, key]))];
}

/** The value at a place. */
export const valueAt = (json: unknown, path: JsonPath): unknown =>
  path.reduce<unknown>((holder, key) => (holder as Record<string | number, unknown>)[key], json);

/** A copy with another value at a place. */
export function withValueAt(json: unknown, path: JsonPath, value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const changed = withValueAt((json as Record<string | number, unknown>)[key], rest, value);
  return Array.isArray(json) ? json.with(key as number, changed) : { ...(json as object), [key]: changed };
}
