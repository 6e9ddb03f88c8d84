import { existsSync } from 'node:fs';
import path from 'node:path';
import { apiReference } from './api-reference.ts';
import { automationReference } from './automation-reference.ts';
import { errorReference } from './error-reference.ts';
import type { Drawn } from './markdown.ts';
import { metatagReference } from './metatag-reference.ts';

/**
 * A page: a document of the repository, or one that is rendered from the code that it describes. `translation`: the other language of a
 * document in two; `lang` tells which one the page shows.
 */
export type Page = { readonly slug: string; readonly name: string; readonly lang?: 'pt-BR' } & (
  { readonly file: string; readonly translation?: string } | { readonly draw: (baseUrl: string) => Drawn }
);

/** The root of the repository. The documents are in it, and are installed with the program. */
export const documentsRoot = path.resolve(import.meta.dirname, '../../../../../..');

/** The guides in two languages (API33): the slug, the name in each, and the document. */
const guides = [
  ['first-order', 'From an empty folder to a paid order', 'Da pasta vazia ao pedido pago', 'docs/first-order.md'],
  ['php', 'PHP', 'PHP', 'docs/php.md'],
  ['python', 'Python', 'Python', 'docs/python.md'],
] as const;

const inEnglish = guides.map(([slug, name, , file]): Page => ({ slug, name, file, translation: `${slug}-pt-BR` }));
const inPortuguese = guides.map(([slug, , name, file]): Page => ({
  slug: `${slug}-pt-BR`,
  name,
  file,
  lang: 'pt-BR',
  translation: slug,
}));

/** The pages of the site in the order of its navigation. `/docs` shows the first one. */
export const pageList: readonly { readonly group: string; readonly pages: readonly Page[] }[] = [
  {
    group: 'Begin',
    pages: [
      { slug: 'quick-start', name: 'Quick start', file: 'docs/quick-start.md' },
      { slug: 'glossary', name: 'Glossary', file: 'docs/glossary.md' },
    ],
  },
  {
    group: 'Integrate a site',
    pages: [
      ...inEnglish,
      { slug: 'test-mode', name: 'Test mode', file: 'docs/test-mode.md' },
      { slug: 'checkout-integration', name: 'Create checkouts', file: 'docs/checkout-integration.md' },
      { slug: 'sites', name: 'HTML, Next.js, static sites', file: 'docs/sites.md' },
      { slug: 'events', name: 'Report events', file: 'docs/events.md' },
      { slug: 'webhooks', name: 'Receive events', file: 'docs/webhooks.md' },
      { slug: 'api', name: 'API reference', draw: apiReference },
      { slug: 'errors', name: 'Error reference', draw: errorReference },
      { slug: 'api-changelog', name: 'Changes of the API', file: 'docs/api-changelog.md' },
    ],
  },
  { group: 'Para desenvolvedores', pages: inPortuguese },
  {
    group: 'Automations',
    pages: [
      { slug: 'automations', name: 'Write an automation', file: 'docs/automations.md' },
      { slug: 'flow-example', name: 'A flow and its simulation', file: 'docs/flow-example.md' },
      { slug: 'automation-reference', name: 'Format of an automation', draw: automationReference },
      { slug: 'metatags', name: 'Metatags', draw: metatagReference },
      { slug: 'automations-operations', name: 'Look after runs', file: 'docs/automations-operations.md' },
      { slug: 'copilot', name: 'The copilot', file: 'docs/copilot.md' },
    ],
  },
  {
    group: 'Run a store',
    pages: [
      { slug: 'panel', name: 'O painel', lang: 'pt-BR', file: 'docs/panel.md' },
      { slug: 'woocommerce', name: 'Conectar WooCommerce', lang: 'pt-BR', file: 'docs/woocommerce.md' },
      { slug: 'nuvemshop', name: 'Conectar Nuvemshop', lang: 'pt-BR', file: 'docs/nuvemshop.md' },
      { slug: 'shopify', name: 'Conectar Shopify', lang: 'pt-BR', file: 'docs/shopify.md' },
      { slug: 'checkouts', name: 'Checkouts', file: 'docs/checkouts.md' },
      { slug: 'orders', name: 'Orders', file: 'docs/orders.md' },
      { slug: 'payments', name: 'Payments', file: 'docs/payments.md' },
      { slug: 'conversions', name: 'Advertising platforms', file: 'docs/conversions.md' },
      { slug: 'freight', name: 'Freight', file: 'docs/freight.md' },
      { slug: 'prices', name: 'Prices', file: 'docs/prices.md' },
      { slug: 'channels', name: 'Channels', file: 'docs/channels.md' },
      { slug: 'privacy', name: 'Privacy', file: 'docs/privacy.md' },
    ],
  },
  {
    group: 'Operate the service',
    pages: [
      { slug: 'deploy', name: 'Deploy', file: 'docs/deploy.md' },
      { slug: 'upgrade', name: 'Upgrade', file: 'docs/upgrade.md' },
      { slug: 'high-availability', name: 'High availability', file: 'docs/high-availability.md' },
      { slug: 'shards', name: 'Shards', file: 'docs/shards.md' },
      { slug: 'backups', name: 'Backups', file: 'docs/backups.md' },
      { slug: 'configuration', name: 'Configuration', file: 'docs/configuration.md' },
      { slug: 'operations', name: 'Watch and repair', file: 'docs/operations.md' },
      { slug: 'runbooks', name: 'Runbooks', file: 'docs/runbooks.md' },
      { slug: 'scale', name: 'Scale', file: 'docs/scale.md' },
      { slug: 'threat-model', name: 'Threat model', file: 'docs/threat-model.md' },
    ],
  },
  {
    group: 'The rules and the code',
    pages: [
      { slug: 'rules', name: 'All rules', file: 'spec/README.md' },
      ...['checkout', 'definition', 'metatags', 'execution', 'commerce', 'copilot', 'panel', 'shards', 'cli'].map(
        (name) => ({
          slug: `rules-${name}`,
          name: `Rules: ${name}`,
          file: `spec/${name}.md`,
        }),
      ),
      { slug: 'architecture', name: 'Architecture', file: 'ARCHITECTURE.md' },
      { slug: 'style', name: 'Style', file: 'STYLE.md' },
      { slug: 'contributing', name: 'Contributing', file: 'CONTRIBUTING.md' },
      { slug: 'changelog', name: 'Changes', file: 'CHANGELOG.md' },
    ],
  },
];

/** Whether a page can be shown: an installation may lack the file of a document. */
export const isThere = (page: Page): boolean => 'draw' in page || existsSync(path.join(documentsRoot, page.file));
