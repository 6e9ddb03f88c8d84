import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(path.join(import.meta.dirname, '..', '..', 'tools', 'package.json'));

/** A package of tools/, typed by the caller with the little of it that is used. */
export function loadPeer<T>(name: string): T {
  try {
    return require(name) as T;
  } catch (error) {
    throw new Error(`${name} is missing: run \`npm ci --prefix tools\``, { cause: error });
  }
}
