import { UsageError } from './command.ts';

/** The word as a store id; UsageError where it is none. */
export function uuid(word: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(word)) throw new UsageError(`${word} is no id of a store`);
  return word.toLowerCase();
}
