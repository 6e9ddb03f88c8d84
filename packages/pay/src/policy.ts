import type { CardForm } from './view.ts';

/**
 * The Content-Security-Policy of a page: it allows the page's own style, images, our script, our events, and forms to our server. Only a
 * page with a provider's card fields may load what these need.
 */
export function contentSecurityPolicy(styleHashes: readonly string[], card?: CardForm | null): string {
  const { foreign, connect, frame } = card?.script ?? { foreign: [], connect: [], frame: [] };
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
