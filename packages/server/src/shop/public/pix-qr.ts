import { issueAt, parseBrCode } from '@retoma/commerce';
import type { FastifyInstance } from 'fastify';
import { sendError } from '../../http/errors.ts';
import { refuseOtherMethods } from '../../http/cors.ts';
import { drawQr } from './pix-qr-image.ts';

/** The most bytes of a code; the QR symbol of a longer one would be too dense to scan. */
const codeBytes = 512;
const size = { min: 64, max: 1024, usual: 240 } as const;

const path = '/public/pix-qr.png';

/**
 * GET /public/pix-qr.png?d=<PIX code>&s=<pixels>: the image of `{{order.pix_qr_code}}` in e-mails (COM11). It draws only PIX codes: the
 * route is public, and must not be a QR service for arbitrary texts.
 */
export function addPixQr(app: FastifyInstance): void {
  app.get(path, (request, reply) => {
    const { d, s } = request.query as { d?: unknown; s?: unknown };
    if (typeof d !== 'string' || Buffer.byteLength(d) > codeBytes || !parseBrCode(d).ok) {
      const expected = `a PIX code of at most ${codeBytes} bytes with the right checksum`;
      return sendError(reply, 'INVALID_PAYLOAD', { issues: [issueAt(['d'], 'invalid_value', { expected, got: d })] });
    }
    return reply
      .headers({
        'content-type': 'image/png',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      })
      .send(drawQr(d, pixelsOf(s)));
  });
  refuseOtherMethods(app, path, ['GET', 'HEAD']);
}

/** The size within the limits; a value that is not a whole number counts as absent. */
const pixelsOf = (s: unknown): number =>
  typeof s === 'string' && /^\d+$/.test(s) ? Math.min(size.max, Math.max(size.min, Number(s))) : size.usual;
