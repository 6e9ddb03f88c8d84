import { z } from 'zod';

/**
 * The readable entries of a list of at most 200. Undefined: it is not a list, or none of its entries can be read, so it answers something
 * else.
 */
export function readEntries<Entry extends z.ZodType>(entry: Entry, list: unknown): z.output<Entry>[] | undefined {
  const entries = z.array(z.unknown()).max(200).safeParse(list).data;
  const read = entries?.flatMap((one) => {
    const result = entry.safeParse(one);
    return result.success ? [result.data] : [];
  });
  return entries && entries.length > 0 && read?.length === 0 ? undefined : read;
}
