import { localized } from '@retoma/commerce';
import type { CardForm, CardScript, InstallmentsView } from '@retoma/pay';
import type { CardPurchase, PaymentAccount } from '../provider.ts';

/**
 * The browser script of the card fields, and the hosts that it uses: secure fields are frames, brands and instalments come from Mercado
 * Pago's API, and its fraud prevention examines the device.
 */
export const mercadopagoCardScript: CardScript = {
  file: 'mercadopago-card-fields.js',
  foreign: ['https://sdk.mercadopago.com', 'https://www.mercadopago.com', 'https://http2.mlstatic.com'],
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
};

/** Mercado Pago's smallest instalment, in cents. */
const smallest = 500;

/** The instalments of an amount. Their interest is what the account agreed with Mercado Pago, which the page learns only with the card. */
export const mercadopagoInstallments = (settings: PaymentAccount['settings'], total: number): InstallmentsView => ({
  max: Math.max(1, Math.min(maxInstallments(settings), Math.floor(total / smallest))),
  interestFree: 0,
});

/** Default for an account that was connected without this setting. */
const defaultInstallments = 12;

const maxInstallments = (settings: PaymentAccount['settings']): number =>
  Number(settings['installments'] ?? defaultInstallments);

/** The card fields of an account. The customer data of a checkout request is not validated, so the document may be missing. */
export const mercadopagoCardForm = (settings: PaymentAccount['settings'], { document }: CardPurchase): CardForm => ({
  kind: 'hosted-fields',
  script: mercadopagoCardScript,
  data: {
    publicKey: String(settings['publicKey']),
    document,
    max: maxInstallments(settings),
  },
  asksDocument: document === null,
  hasInstallments: true,
  recipientText: localized(
    'Você digita direto no Mercado Pago. A loja não vê o número.',
    'You type straight into Mercado Pago. The store never sees the number.',
  ),
});
