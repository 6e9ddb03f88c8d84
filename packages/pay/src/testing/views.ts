import type {
  BoletoView,
  CardForm,
  CheckoutView,
  DetailsView,
  ItemView,
  MethodView,
  PaidView,
  PixView,
  ReturningView,
} from '../view.ts';

/** A store with all data. */
export const store = {
  name: 'Loja Aurora',
  legalName: 'Loja Aurora Comércio Ltda',
  document: '12345678000195',
  address: 'Rua das Flores, 100, São Paulo',
  email: 'oi@lojaaurora.example',
  phone: '(11) 98765-4321',
  url: 'https://lojaaurora.example/',
  returnsUrl: 'https://lojaaurora.example/trocas',
  privacyUrl: 'https://lojaaurora.example/privacidade',
} as const;

/** An item of a cart. */
export const item = (more: Partial<ItemView> = {}): ItemView => {
  const { quantity = 1, unitPrice = 4990 } = more;
  return {
    title: 'Camiseta Aurora',
    quantity,
    unitPrice,
    lineTotal: unitPrice * quantity,
    image: 'https://lojaaurora.example/camiseta.png',
    options: [],
    ...more,
  };
};

/** 15:14 in São Paulo, on a Friday. */
export const now = Date.parse('2026-03-13T18:14:00Z');
const minute = 60_000;

/** A checkout of which the totals agree with its items. */
export const checkout = (items: readonly ItemView[] = [item()], more: Partial<CheckoutView> = {}): CheckoutView => {
  const subtotal = items.reduce((sum, { lineTotal }) => sum + lineTotal, 0);
  const discount = more.discount ?? 0;
  const shipping = more.shipping === undefined ? { kind: 'agreed' as const } : more.shipping;
  return {
    checkoutId: '0195e5a0-0000-7000-8000-000000000001',
    store,
    items,
    subtotal,
    discounts: [],
    discount,
    interest: 0,
    total: subtotal - discount + (shipping?.kind === 'chosen' ? shipping.price : 0),
    now,
    timeZone: 'America/Sao_Paulo',
    pretended: false,
    stateKey: 'test',
    state: { kind: 'no-method' },
    ...more,
    shipping,
  };
};

/** Every payment method, and a card in up to 12 instalments. */
export const offered = {
  methods: ['pix', 'card', 'boleto'],
  installments: { max: 12, interestFree: 12 },
} as const;

/** The first step, with empty fields. */
export const details = (more: Partial<DetailsView> = {}): DetailsView => ({
  consents: [{ purpose: 'marketing', granted: false }],
  offersCode: true,
  kind: 'details',
  offered,
  typed: {},
  documentKind: 'cpf',
  issues: [],
  address: null,
  options: [],
  ...more,
});

/** The page for a one-time code, before a contact was typed. */
export const returning = (more: Partial<ReturningView> = {}): ReturningView => ({
  kind: 'returning',
  step: 'contact',
  contact: '',
  by: 'both',
  problem: null,
  ...more,
});

/** Two shipping options. */
export const options = [
  { id: '0195e5a0-0000-7000-8000-00000000000a', name: 'PAC', price: 1500, days: { min: null, max: 6 } },
  { id: '0195e5a0-0000-7000-8000-00000000000b', name: 'Sedex', price: 2890, days: { min: 1, max: 2 } },
] as const;

/** The second step, with every payment method. */
export const method = (more: Partial<MethodView> = {}): MethodView => ({
  kind: 'method',
  ...offered,
  chosen: 'pix',
  prices: null,
  pricesKey: 'AAAAAAAAAAAA',
  dataKey: 'AAAAAAAAAAAA',
  anotherOrder: false,
  divided: null,
  coupon: null,
  bump: null,
  card: null,
  person: {
    name: 'Marina Souza',
    email: 'marina@exemplo.com.br',
    address: 'Rua das Flores, 100, apto 32, São Paulo, SP',
  },
  editable: true,
  awaitsEarlierCode: false,
  refused: null,
  ...more,
});

/** A PIX code as banks create them, with a placeholder for the QR symbol. */
export const pix = (more: Partial<PixView> = {}): PixView => ({
  kind: 'pix',
  code: '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865406189.805802BR5913LOJA AURORA6009SAO PAULO62070503***63041D3D',
  qr: {
    size: 41,
    path: 'M0 0h7v1h-7zM8 0h3v1h-3zM15 0h2v1h-2zM18 0h2v1h-2zM22 0h2v1h-2zM34 0h7v7h-7zM0 1h1v6h-1zM0 34h7v7h-7z',
  },
  amount: 18_980,
  expiresAt: now + 28 * minute,
  orderNumber: '1042',
  receiver: { name: 'LOJA AURORA COMERCIO LTDA', document: '12345678000195' },
  byHand: false,
  otherMethods: true,
  ...more,
});

/** A boleto that is due in three days. */
export const boleto = (more: Partial<BoletoView> = {}): BoletoView => ({
  kind: 'boleto',
  line: '34191790010104351004791020150008597850000018980',
  barcode: '34195978500000189801790001043510049102015000',
  amount: 18_980,
  dueAt: now + 3 * 24 * 60 * minute,
  orderNumber: '1042',
  pdf: null,
  pix: true,
  otherMethods: true,
  ...more,
});

/** Card fields in frames of a provider. Its script is only read, never run. */
export const hostedFields = (
  data: Extract<CardForm, { kind: 'hosted-fields' }>['data'] = { publicKey: 'TEST-1' },
): Extract<CardForm, { kind: 'hosted-fields' }> => ({
  kind: 'hosted-fields',
  script: {
    file: 'card-form.js',
    foreign: ['https://sdk.provider.example'],
    connect: ['https://api.provider.example'],
    frame: ['https://fields.provider.example'],
  },
  data,
  asksDocument: true,
  hasInstallments: true,
  recipientText: { 'pt-BR': 'Você digita direto no provedor.', en: 'You type straight into the provider.' },
});

/** The form that takes test numbers. */
export const testNumbers = (
  more: Partial<Extract<CardForm, { kind: 'test-numbers' }>> = {},
): Extract<CardForm, { kind: 'test-numbers' }> => ({
  kind: 'test-numbers',
  script: { file: 'sandbox-card-fields.js', foreign: [], connect: [], frame: [] },
  cards: [
    { number: '4242424242424242', outcome: 'accepted' },
    { number: '4000000000000002', outcome: 'declined' },
  ],
  chosen: null,
  asksDocument: false,
  installments: [1, 2],
  ...more,
});

/** A paid order that the store prepares to send. */
export const paid = (more: Partial<PaidView> = {}): PaidView => ({
  kind: 'paid',
  amount: 18_980,
  refunded: 0,
  method: 'pix',
  at: now,
  orderNumber: '1042',
  late: false,
  email: 'ma•••@exemplo.com.br',
  delivery: {
    option: { name: 'PAC', days: { min: null, max: 6 } },
    address: '•••, •••, São Paulo, SP',
    stage: 'preparing',
    tracking: null,
  },
  ...more,
});
