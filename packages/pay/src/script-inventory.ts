import type { CardScript, ForeignScript } from './view.ts';

/** A script that a page of the payment flow loads (PCI DSS 6.4.3). `source`: the file in the scripts' folder, or the origin that serves it. */
type InventoryEntry = ForeignScript & { readonly pages: string };

const integrity = 'its address holds the SHA-256 of all files; served from memory';

const own: readonly InventoryEntry[] = [
  { source: 'pay.js', pages: 'checkout', purpose: 'updates of the payment, copy button, form', integrity },
  {
    source: 'person-checks.js',
    pages: 'details',
    purpose: 'checks what is typed as the server does, with @fnando/cpf and @fnando/cnpj',
    integrity,
  },
  { source: 'card-form.js', pages: 'card', purpose: 'the form around the card fields, sends their token', integrity },
];

/** Every script that a checkout's page can load, with the card fields of these providers. A test compares it with docs/threat-model.md. */
export const scriptInventory = (cardScripts: Readonly<Record<string, CardScript>>): readonly InventoryEntry[] => [
  ...own,
  ...Object.entries(cardScripts).flatMap(([provider, { file, foreign }]): InventoryEntry[] => {
    const pages = `${provider}-card`;
    const script = { source: file, pages, purpose: 'mounts the card fields, makes their token', integrity };
    return [script, ...foreign.map((one) => ({ ...one, pages }))];
  }),
];
