import { readPixCode } from '@retoma/commerce/pix';
import { escapeHtml } from './escape.ts';

/** The width and height of the image in an e-mail, in pixels. */
const size = 240;
/** The font is for the alternative text, which mail programs show while images are blocked. */
const style = 'border:0;font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:24px;color:#1f2933';

/**
 * The img element of a PIX QR code (DEF9): `{base_url}/public/pix-qr.png` with the payload as `d` and the size as `s`. '' if the payload is
 * not a BR Code: the service draws no other text, so the image would be broken.
 */
export function pixQrImage(payload: string, baseUrl: string): string {
  const { code, isRead } = readPixCode(payload);
  if (!isRead) return '';
  const source = `${escapeHtml(baseUrl)}/public/pix-qr.png?d=${encodeURIComponent(code)}&s=${size}`;
  return `<img src="${source}" width="${size}" height="${size}" alt="QR Code PIX" style="${style}">`;
}
