import { buildBrCode } from '@retoma/commerce';
import { paletteOf, renderCheckout, type CheckoutView, type StateView } from '@retoma/pay';
import type { Context } from '../../../context.ts';
import type { Store } from '../../../stores/store-directory.ts';
import { presentStore } from '../present/store-view.ts';
import { qrPath } from '../../../base/qr-path.ts';
import type { PanelBody, PanelHandlers } from '../../../panel-contract.ts';

/** POST /panel/api/stores/:storeId/appearance/preview: renders the payment page of a sample order with the given appearance. */
export const appearanceHandlers = (context: Context): PanelHandlers<'previewAppearance'> => ({
  previewAppearance: async ({ params: { storeId }, body, locale }) => {
    const store = await context.directory.find(storeId);
    if (!store) return 'NOT_FOUND';
    const view = sampleView(store, body, context);
    const { html } = renderCheckout(view, locale);
    return { success: true, html: withoutScripts(html), ink: paletteOf(body.accent ?? undefined)?.ink ?? null };
  },
});

/** Removes scripts and the texts shown without scripts, and shows the buttons that a script would show: a preview runs none. */
const withoutScripts = (html: string): string =>
  html
    .replace(/<script\b[^>]*><\/script>|<noscript>.*?<\/noscript>|<p data-no-script>.*?<\/p>/gs, '')
    .replace(/(type="button"\s+)hidden(\s+data-copy)/g, '$1$2');

const total = 12_970;
const orderNumber = '1042';
const minute = 60_000;

function sampleView(
  store: Store,
  appearance: PanelBody<'previewAppearance'>,
  { clock, baseUrl }: Context,
): CheckoutView {
  const now = clock();
  const { state, ...looks } = appearance;
  const line = { quantity: 1, image: `${baseUrl}/public/demo/caneca.svg`, options: [] };
  return {
    checkoutId: '00000000-0000-7000-8000-000000000000',
    store: presentStore({ ...store, ...looks }),
    items: [{ ...line, title: 'Caneca de cerâmica', unitPrice: 10_980, lineTotal: 10_980 }],
    subtotal: 10_980,
    discounts: [],
    discount: 0,
    interest: 0,
    shipping: { kind: 'chosen', name: 'PAC', price: 1_990 },
    total,
    now,
    timeZone: store.timeZone,
    pretended: false,
    stateKey: 'preview',
    state: previewState(state, store, now),
  };
}

function previewState(state: PanelBody<'previewAppearance'>['state'], store: Store, now: number): StateView {
  if (state === 'paid') {
    const option = { name: 'PAC', days: { min: 5, max: 8 } };
    const delivery = { option, address: 'Rua das Flores, 100, São Paulo', stage: 'preparing', tracking: null } as const;
    const paid = {
      kind: 'paid',
      amount: total,
      refunded: 0,
      method: 'pix',
      at: now,
      orderNumber,
      late: false,
    } as const;
    return { ...paid, email: 'marina@exemplo.com.br', delivery };
  }
  if (state === 'pix-expired')
    return { kind: 'pix-expired', amount: total, expiredAt: now - minute, otherMethods: true };
  if (state === 'refused') {
    return {
      kind: 'method',
      methods: ['pix', 'card', 'boleto'],
      installments: null,
      chosen: 'pix',
      prices: null,
      pricesKey: '',
      dataKey: '',
      anotherOrder: false,
      divided: null,
      coupon: null,
      bump: null,
      card: null,
      person: { name: 'Marina Souza', email: 'marina@exemplo.com.br', address: 'Rua das Flores, 100, São Paulo' },
      editable: true,
      awaitsEarlierCode: false,
      refused: { method: 'card', reason: 'insufficient_funds' },
    };
  }
  const code = sampleCode(store.name);
  return {
    kind: 'pix',
    code,
    qr: qrPath(code),
    amount: total,
    expiresAt: now + store.pixMinutes * minute,
    orderNumber,
    receiver: { name: store.legalName ?? store.name, document: store.document },
    byHand: false,
    otherMethods: true,
  };
}

/** A PIX code with a key from the central bank's examples: wallets read the code, but cannot pay it. */
function sampleCode(name: string): string {
  const key = '123e4567-e12b-12d1-a456-426655440000';
  const built = buildBrCode({
    kind: 'static',
    key,
    name,
    city: 'Sao Paulo',
    txid: 'PREVIEW',
    amount: total,
    once: false,
  });
  return built.ok ? built.text : key;
}
