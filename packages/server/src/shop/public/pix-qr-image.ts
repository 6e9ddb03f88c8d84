import { crc32, deflateSync } from 'node:zlib';
import { encode } from 'uqr';

/** Modules of white around the symbol. */
const quietZone = 4;
/**
 * A fixed mask, since trying all eight costs ten times as much. For PIX codes this one, columns by three, scores best by the standard's
 * rules: digits and lower-case letters leave bits that repeat from byte to byte, and this mask breaks them up.
 */
const maskPattern = 2;

/**
 * A text as a QR symbol of error level M in a PNG of `size` by `size` pixels, black on white. Modules are whole pixels, so that they are
 * sharp; remaining pixels are a white margin. If `size` is less than a pixel for each module, the image is larger.
 */
export function drawQr(text: string, size: number): Buffer {
  const { data } = encode(text, { ecc: 'M', border: quietZone, maskPattern });
  const width = Math.max(size, data.length);
  const scale = Math.floor(width / data.length);
  const margin = Math.floor((width - scale * data.length) / 2);
  const rowBytes = 1 + Math.ceil(width / 8);
  // Each row begins with its filter, 0 for none; a bit that is set is white.
  const pixels = Buffer.alloc(rowBytes * width, 0xff);
  for (let y = 0; y < width; y++) pixels[y * rowBytes] = 0;
  for (const [row, modules] of data.entries()) {
    const top = (margin + row * scale) * rowBytes;
    for (const [column, dark] of modules.entries()) {
      if (!dark) continue;
      const left = margin + column * scale;
      for (let x = left; x < left + scale; x++) pixels[top + 1 + (x >> 3)]! &= ~(0x80 >> (x & 7));
    }
    for (let y = 1; y < scale; y++) pixels.copy(pixels, top + y * rowBytes, top, top + rowBytes);
  }
  return onePixelPerBit(width, pixels);
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A square PNG of 1-bit greyscale, from its rows. */
function onePixelPerBit(width: number, rows: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(width, 4);
  header[8] = 1;
  // Level 1: rows repeat, so a higher level gains little.
  const packed = deflateSync(rows, { level: 1 });
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', packed), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const framed = Buffer.alloc(12 + data.length);
  framed.writeUInt32BE(data.length, 0);
  framed.write(type, 4, 'latin1');
  data.copy(framed, 8);
  framed.writeUInt32BE(crc32(framed.subarray(4, 8 + data.length)), 8 + data.length);
  return framed;
}
