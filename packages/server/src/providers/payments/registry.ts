import { mercadopago } from './mercadopago/index.ts';
import { pixKey } from './pix-key/index.ts';
import type { ProviderDefinition } from './provider.ts';
import { sandbox } from './sandbox/index.ts';
import { stripe } from './stripe/index.ts';

/** Every payment provider by its name, which is stored with accounts. The only list of them. */
export const paymentProviders = {
  'pix-key': pixKey,
  mercadopago,
  stripe,
  sandbox,
} as const satisfies Record<string, ProviderDefinition>;

/** How the provider that moves no money starts a payment: its code, or the outcome of a card. Pure. */
export { startCard as simulatedCard, startCode as simulatedCode } from './sandbox/details.ts';
