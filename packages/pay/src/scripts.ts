import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { builtFolder, readBuilt } from './built.ts';

function readScripts(): { folder: string; files: ReadonlyMap<string, string> } {
  const names = readdirSync(builtFolder).filter((name) => name.endsWith('.js'));
  const files = names.toSorted().map((name): [string, string] => [name, readBuilt(name)]);
  const version = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 12);
  return { folder: `/pay/assets/${version}/`, files: new Map(files) };
}

let read: ReturnType<typeof readScripts> | undefined;

/**
 * The scripts of the payment page by name, and the folder of their addresses, which contains a hash of all files, so browsers may cache
 * without limit. `pay.js` is on every page of a checkout, a provider's card fields where Card is chosen; these load the others. The files
 * are read at the first call, so a process that serves no page does not load them.
 */
export const scripts = (): ReturnType<typeof readScripts> => (read ??= readScripts());

/** The address of a script. */
export const scriptAddress = (name: string): string => scripts().folder + name;
