import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { builtAsset, type Asset } from '../../../http/compression/asset.ts';

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/**
 * All files of the built panel in memory (some 5 MB), by their path below the folder, without hidden files. If the panel is built again
 * while the process runs, open pages still find the files that they refer to.
 */
export function readPanelFiles(folder: string): ReadonlyMap<string, Asset> {
  const read = new Map<string, Buffer>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.startsWith('.')) continue;
    const file = path.join(entry.parentPath, entry.name);
    read.set(path.relative(folder, file).split(path.sep).join('/'), readFileSync(file));
  }
  const files = new Map<string, Asset>();
  for (const [name, plain] of read) {
    if (/\.(br|gz)$/.test(name)) continue;
    const type = types[path.extname(name)] ?? 'application/octet-stream';
    const [br, gzip] = [read.get(`${name}.br`), read.get(`${name}.gz`)];
    files.set(name, builtAsset(type, plain, { ...(br && { br }), ...(gzip && { gzip }) }));
  }
  return files;
}
