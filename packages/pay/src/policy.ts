import { foreignScriptHosts } from './script-inventory.ts';
import type { CardView } from './view.ts';

/**
 * What Mercado Pago's script loads, host by host: its secure fields are frames, it asks its interface for brands and
 * instalments, and its fraud prevention looks at the device.
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
 * Everything a page may do: show itself, its style and pictures, run our own script, receive our events, and send its forms back to us.
 * Only a page with a provider's card fields may load what these need.
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
