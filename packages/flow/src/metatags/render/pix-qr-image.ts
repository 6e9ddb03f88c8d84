import { readPixCode } from '@retoma/commerce/pix';
import { escapeHtml } from './escape.ts';

/** The width and height of the image in an e-mail, in pixels. */
const size = 240;
/** The text of the link in place of the image. */
const openPage = 'Abrir a página do PIX';
/** The font is for the alternative text, which mail programs show while images are blocked. */
const font = 'font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:24px;color:#1f2933';

/**
 * The img element of a PIX QR code (DEF9): `{base_url}/public/pix-qr.png` with the payload as `d` and the size as `s`. The address of a
 * page that shows the code gives a link to it. '' for any other text: the service draws none, so the image would be broken.
 */
export function pixQrImage(payload: string, baseUrl: string): string {
  const { code, isRead } = readPixCode(payload);
  if (!isRead)
    return /^https?:\/\/\S+$/i.test(payload) ? `<a href="${escapeHtml(payload)}" style="${font}">${openPage}</a>` : '';
  const source = `${escapeHtml(baseUrl)}/public/pix-qr.png?d=${encodeURIComponent(code)}&s=${size}`;
  return `<img src="${source}" width="${size}" height="${size}" alt="QR Code PIX" style="border:0;${font}">`;
}
