/** What a message holds: a step's data, as it is written or with its values in it. */
export type Content = Readonly<Record<string, unknown>>;

/** A text of it; empty where it has none. */
export const textIn = (content: Content, member: string): string => {
  const value = content[member];
  return typeof value === 'string' ? value : '';
};

/** The objects of a list of it. */
export function listIn(content: Content, member: string): Content[] {
  const value = content[member];
  return Array.isArray(value) ? value.filter((one): one is Content => typeof one === 'object' && one !== null) : [];
}
