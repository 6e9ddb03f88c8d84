import { createRequire } from 'node:module';
import path from 'node:path';

const requireFromTools = createRequire(path.join(import.meta.dirname, '..', '..', 'tools', 'package.json'));

/** Loads a package of tools/; the caller declares the types that it uses. Throws if the package is not installed. */
export function loadPeer(name: string): unknown {
  try {
    return requireFromTools(name);
  } catch (error) {
    throw new Error(`${name} is missing: run \`npm ci --prefix tools\``, { cause: error });
  }
}
