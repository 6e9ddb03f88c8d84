import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Coding } from './accepted-codings.ts';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** `static`: compressed once and stored. `dynamic`: compressed for one response, so speed counts. */
type Effort = 'static' | 'dynamic';

const levels = { static: { br: 9, gzip: 9 }, dynamic: { br: 4, gzip: 6 } } as const satisfies Record<Effort, object>;

/** Compresses in the thread pool, so that the event loop is not blocked. */
export function compress(body: string | Buffer, coding: Exclude<Coding, 'identity'>, effort: Effort): Promise<Buffer> {
  const level = levels[effort][coding];
  if (coding === 'gzip') return gzipped(body, { level });
  return brotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: level,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(body),
    },
  });
}
