/** The content of a message: a step's data, with metatags or with their values. */
export type Content = Readonly<Record<string, unknown>>;

/** A text member of the content; empty if it is missing. */
export const textIn = (content: Content, member: string): string => {
  const value = content[member];
  return typeof value === 'string' ? value : '';
};

/** The objects in a list member of the content. */
export function listIn(content: Content, member: string): Content[] {
  const value = content[member];
  return Array.isArray(value) ? value.filter((one): one is Content => typeof one === 'object' && one !== null) : [];
}
