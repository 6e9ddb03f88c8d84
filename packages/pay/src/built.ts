import { readFileSync } from 'node:fs';

/** Where scripts/build-assets.ts writes the page's scripts and style sheets. */
export const builtFolder = new URL('../dist/', import.meta.url);

/** A built file. */
export const readBuilt = (name: string): string => readFileSync(new URL(name, builtFolder), 'utf8');
