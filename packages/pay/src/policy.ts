import type { CardForm } from './view.ts';

/**
 * The Content-Security-Policy of a page: it allows the page's own style, images, our script, our events, and forms to our server. Only a
 * page with a provider's card fields may load what these need. `framed`: the address of a challenge in a frame. From there the frame goes to
 * the bank that issued the card, at any address, so a page with a challenge admits every https site in frames, and no script of any.
 */
export function contentSecurityPolicy(styleHashes: readonly string[], card?: CardForm | null, framed?: string): string {
  const { foreign, connect, frame: ofCard } = card?.script ?? { foreign: [], connect: [], frame: [] };
  const frame = framed === undefined ? ofCard : [new URL(framed).origin, 'https:'];
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...foreign].join(' ')}`,
    `style-src ${styleHashes.join(' ')}`,
    'img-src http: https: data:',
    `connect-src ${["'self'", ...connect].join(' ')}`,
    `frame-src ${frame.length > 0 ? frame.join(' ') : "'none'"}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
