import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** One file of the built panel, with the compressed forms that were built beside it. */
export type PanelFile = {
  readonly type: string;
  /** An entity tag, of its contents. */
  readonly tag: string;
  readonly plain: Buffer;
  readonly br: Buffer | undefined;
  readonly gzip: Buffer | undefined;
};

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/**
 * Everything of the built panel, by its path below the folder, in memory (some 5 MB): the panel may be built anew below a process that
 * runs, and its pages must still find the files that they name. Hidden files are left out.
 */
export function readPanelFiles(folder: string): ReadonlyMap<string, PanelFile> {
  const read = new Map<string, Buffer>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.startsWith('.')) continue;
    const file = path.join(entry.parentPath, entry.name);
    read.set(path.relative(folder, file).split(path.sep).join('/'), readFileSync(file));
  }
  const files = new Map<string, PanelFile>();
  for (const [name, plain] of read) {
    if (/\.(br|gz)$/.test(name)) continue;
    files.set(name, {
      type: types[path.extname(name)] ?? 'application/octet-stream',
      tag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
      plain,
      br: read.get(`${name}.br`),
      gzip: read.get(`${name}.gz`),
    });
  }
  return files;
}
