import { maxShards } from '../ids.ts';

/**
 * The shards of a text such as `0-15` or `0,3,8-11`, the value of `--shards`. Undefined: the text is no such list, or names a shard that
 * cannot exist.
 */
export function parseShards(text: string): ReadonlySet<number> | undefined {
  const shards = new Set<number>();
  for (const part of text.split(',')) {
    const [, first, last = first] = /^(\d{1,4})(?:-(\d{1,4}))?$/.exec(part.trim()) ?? [];
    if (first === undefined || Number(last) < Number(first) || Number(last) >= maxShards) return undefined;
    for (let shard = Number(first); shard <= Number(last); shard++) shards.add(shard);
  }
  return shards;
}
