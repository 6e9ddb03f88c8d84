import { foreignScriptHosts } from './script-inventory.ts';
import type { CardView } from './view.ts';

/**
 * The hosts that Mercado Pago's script uses: secure fields are frames, brands and instalments come from its API, and its fraud prevention
 * examines the device.
 */
const mercadoPago = {
  script: foreignScriptHosts,
  connect: [
    'https://api.mercadopago.com',
    'https://api-static.mercadopago.com',
    'https://secure-fields.mercadopago.com',
    'https://http2.mlstatic.com',
    'https://events.mercadopago.com',
    'https://api.mercadolibre.com',
    'https://www.mercadolibre.com',
  ],
  frame: ['https://secure-fields.mercadopago.com', 'https://www.mercadolibre.com', 'https://www.mercadolivre.com'],
} as const;

/**
 * The Content-Security-Policy of a page: it allows the page's own style, images, our script, our events, and forms to our server. Only a
 * page with a provider's card fields may load what these need.
 */
export function contentSecurityPolicy(styleHashes: readonly string[], card?: CardView | null): string {
  const provider = card?.provider === 'mercadopago' ? mercadoPago : { script: [], connect: [], frame: [] };
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...provider.script].join(' ')}`,
    `style-src ${styleHashes.join(' ')}`,
    'img-src http: https: data:',
    `connect-src ${["'self'", ...provider.connect].join(' ')}`,
    `frame-src ${provider.frame.length > 0 ? provider.frame.join(' ') : "'none'"}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
