import type { CardForm, CardScript } from '@retoma/pay';
import type { PaymentAccount } from '../provider.ts';

/** The browser script of the card fields, and the hosts that Stripe's security guide names for its fields. */
export const stripeCardScript: CardScript = {
  file: 'stripe-card-fields.js',
  foreign: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  connect: ['https://api.stripe.com'],
  frame: ['https://*.js.stripe.com', 'https://js.stripe.com', 'https://hooks.stripe.com'],
};

/** The card fields of an account. Stripe has instalments in Mexico and Japan only. */
export const stripeCardForm = (settings: PaymentAccount['settings']): CardForm => ({
  kind: 'hosted-fields',
  script: stripeCardScript,
  data: { publishableKey: String(settings['publishableKey']) },
  asksDocument: false,
  hasInstallments: false,
  recipientText: {
    'pt-BR': 'Você digita direto na Stripe. A loja não vê o número.',
    en: 'You type straight into Stripe. The store never sees the number.',
  },
});
