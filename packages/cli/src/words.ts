import { UsageError } from './command.ts';

/** The word as the id of a store, or of what else it should be; UsageError where it is none. */
export function uuid(word: string, of = 'a store'): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(word)) throw new UsageError(`${word} is no id of ${of}`);
  return word.toLowerCase();
}
