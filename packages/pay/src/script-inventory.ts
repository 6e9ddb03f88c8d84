/** A script that a page of the payment flow loads (PCI DSS 6.4.3). */
type InventoryEntry = {
  /** The file below `/pay/assets/<version>/`, or the origin that serves it. */
  readonly source: string;
  readonly pages: 'checkout' | 'details' | 'mercadopago-card';
  readonly purpose: string;
  readonly integrity: string;
};

const own = 'its address holds the SHA-256 of all files; served from memory';
const foreign = 'the provider publishes no hash; admitted by the policy of this page alone';

/** Every script that a checkout's page can load. A test compares it with the pages, their policy and docs/threat-model.md. */
export const scriptInventory: readonly InventoryEntry[] = [
  { source: 'pay.ts', pages: 'checkout', purpose: 'updates of the payment, copy button, form', integrity: own },
  { source: 'person/', pages: 'details', purpose: 'checks what is typed as the server does', integrity: own },
  { source: 'cpf.js', pages: 'details', purpose: 'check digits of a CPF', integrity: own },
  { source: 'cnpj.js', pages: 'details', purpose: 'check digits of a CNPJ', integrity: own },
  {
    source: 'card.ts',
    pages: 'mercadopago-card',
    purpose: 'mounts the card fields, sends their token',
    integrity: own,
  },
  {
    source: 'https://sdk.mercadopago.com',
    pages: 'mercadopago-card',
    purpose: 'card fields in frames of Mercado Pago; card data reaches no page of ours',
    integrity: foreign,
  },
  {
    source: 'https://www.mercadopago.com',
    pages: 'mercadopago-card',
    purpose: 'fraud prevention, loaded by the SDK',
    integrity: foreign,
  },
  {
    source: 'https://http2.mlstatic.com',
    pages: 'mercadopago-card',
    purpose: 'parts of the SDK, loaded by it',
    integrity: foreign,
  },
];

/** Origins whose scripts a page with a provider's card fields may run. */
export const foreignScriptHosts = scriptInventory.map(({ source }) => source).filter((one) => one.startsWith('https:'));
