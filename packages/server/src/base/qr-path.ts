import type { QrView } from '@retoma/pay';
import { encode } from 'uqr';

/**
 * A text as a QR symbol of error level M: an SVG path with a rectangle for each run of dark modules, a fifth as long as with one for each
 * module. The mask is that of `pix-qr-image.ts`, which suits PIX codes.
 */
export function qrPath(text: string): QrView {
  const { data, size } = encode(text, { ecc: 'M', border: 0, maskPattern: 2 });
  let path = '';
  for (const [y, row] of data.entries()) {
    for (let x = 0; x < size; x++) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x++;
      const width = x + 1 - start;
      path += `M${start} ${y}h${width}v1h-${width}z`;
    }
  }
  return { size, path };
}
