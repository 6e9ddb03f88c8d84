import type { FormField } from '../../../providers/connections/form-field.ts';
import {
  PlatformFailure,
  type AcceptedShop,
  type CallPlatform,
  type ConnectMethod,
  type ConnectRefusal,
  type Credentials,
} from '../connector.ts';
import { listAt, textAt } from '../read-json.ts';
import { adminRequest, readData } from './call.ts';
import { shopDocument } from './documents.ts';
import { appNamed, askForTokens, clientGrant, tokenRequest } from './tokens.ts';
import { clientSecrets, isSigned } from './verify.ts';

/** What the app may do; `read_orders` covers 60 days, abandoned checkouts, payments and shipments. */
const scopes = ['read_orders', 'read_customers'] as const;

const shopField: FormField = {
  name: 'shop',
  kind: 'text',
  required: true,
  label: { 'pt-BR': 'Endereço da loja na Shopify', en: 'Address of the shop at Shopify' },
  hint: {
    'pt-BR': 'Está no endereço do painel: admin.shopify.com/store/minha-loja.',
    en: 'It is in the address of the admin: admin.shopify.com/store/my-shop.',
  },
  expects: { 'pt-BR': 'minha-loja.myshopify.com', en: 'my-shop.myshopify.com' },
};

const keyFields: readonly FormField[] = [
  {
    name: 'clientId',
    kind: 'text',
    required: true,
    label: { 'pt-BR': 'ID do cliente (Client ID)', en: 'Client ID' },
    hint: {
      'pt-BR': 'Em dev.shopify.com, abra o seu app e depois Configurações.',
      en: 'At dev.shopify.com, open your app, then Settings.',
    },
    expects: { 'pt-BR': '32 letras e números', en: '32 letters and digits' },
  },
  {
    name: 'clientSecret',
    kind: 'text',
    required: true,
    label: { 'pt-BR': 'Chave secreta (Client secret)', en: 'Client secret' },
    expects: { 'pt-BR': 'começa com shpss_', en: 'begins with shpss_' },
  },
];

type Outcome = ({ readonly ok: true } & AcceptedShop) | ConnectRefusal;

const refuse = (code: ConnectRefusal['code'], field?: string): ConnectRefusal => ({
  ok: false,
  code,
  ...(field !== undefined && { field }),
});

/**
 * The shop's domain at Shopify from what an owner types: its name, its domain, or the address of its admin. Undefined: another address, such
 * as the shop's own domain, which does not name it.
 */
export function shopDomain(typed: string): string | undefined {
  const text = typed
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '');
  const [, name] =
    /^admin\.shopify\.com\/store\/([a-z0-9][a-z0-9-]{0,59})(?:[/?#].*)?$/.exec(text) ??
    /^([a-z0-9][a-z0-9-]{0,59})(?:\.myshopify\.com(?:[/?#].*)?)?$/.exec(text) ??
    [];
  return name === undefined ? undefined : `${name}.myshopify.com`;
}

/** CON11, CON15: keys of an app that the owner made; or the consent to the installation's app. */
export const methods: readonly ConnectMethod[] = [
  {
    kind: 'keys',
    label: { 'pt-BR': 'Usar um app meu', en: 'Use an app of mine' },
    needsApp: false,
    fields: [shopField, ...keyFields],
    async complete(input, { call, now }) {
      const shop = shopDomain(input['shop'] ?? '');
      if (shop === undefined) return refuse('WRONG_ADDRESS', 'shop');
      const [clientId, clientSecret] = [input['clientId']?.trim() ?? '', input['clientSecret']?.trim() ?? ''];
      if (!/^[\w-]{10,100}$/.test(clientId)) return refuse('WRONG_KEYS', 'clientId');
      const secrets = clientSecrets({ clientSecret }, null);
      if (secrets.length === 0 || clientSecret.length > 300) return refuse('WRONG_KEYS', 'clientSecret');
      return tried(shop, call, async () => ({
        clientId,
        clientSecret,
        ...(await askForTokens(tokenRequest(shop, clientGrant(clientId, secrets)), call, now)),
      }));
    },
  },
  {
    kind: 'consent',
    label: { 'pt-BR': 'Autorizar na Shopify', en: 'Approve at Shopify' },
    needsApp: true,
    fields: [shopField],
    consentPage(input, { app, returnUrl, state }) {
      const shop = shopDomain(input['shop'] ?? '');
      if (shop === undefined) return refuse('WRONG_ADDRESS', 'shop');
      const query = new URLSearchParams({
        client_id: app?.id ?? '',
        scope: scopes.join(','),
        redirect_uri: returnUrl,
        state,
      });
      return { ok: true, shop, url: `https://${shop}/admin/oauth/authorize?${query.toString()}` };
    },
    stateOf: ({ query }) => query.get('state'),
    async complete({ query }, { shop, app, call, now }) {
      if (query.has('error')) return refuse('REFUSED_BY_OWNER');
      const isGenuine = isQueryOfShopify(query, clientSecrets({}, app));
      const code = query.get('code');
      if (!isGenuine || shop === null || query.get('shop') !== shop || code === null) return refuse('WRONG_KEYS');
      const request = tokenRequest(shop, { code, expiring: '1', ...appNamed(app) });
      return tried(shop, call, () => askForTokens(request, call, now));
    },
  },
];

/** Whether Shopify signed the query of a return: the hexadecimal HMAC of its other parameters, sorted by name. */
export function isQueryOfShopify(query: URLSearchParams, secrets: readonly string[]): boolean {
  const others = new URLSearchParams([...query].filter(([name]) => name !== 'hmac' && name !== 'signature'));
  others.sort();
  const text = others.toString().replaceAll('+', '%20');
  return isSigned(Buffer.from(text), query.get('hmac') ?? '', secrets, 'hex');
}

/** Gets tokens, and asks with them what they may do and how the shop is named. */
async function tried(shop: string, call: CallPlatform, getTokens: () => Promise<Credentials>): Promise<Outcome> {
  try {
    const credentials = await getTokens();
    const data = readData(await call(adminRequest(shop, credentials['accessToken'] ?? '', shopDocument)));
    const granted = new Set(
      listAt(data, 'currentAppInstallation', 'accessScopes').map((scope) => textAt(scope, 'handle')),
    );
    // A scope to write includes the one to read.
    const may = (scope: string): boolean => granted.has(scope) || granted.has(scope.replace('read', 'write'));
    if (textAt(data, 'shop', 'myshopifyDomain') !== shop) return refuse('WRONG_ADDRESS', 'shop');
    if (!scopes.every(may)) return refuse('MISSING_PERMISSION');
    return { ok: true, shop, name: textAt(data, 'shop', 'name') ?? shop, credentials };
  } catch (error) {
    if (!(error instanceof PlatformFailure)) throw error;
    return refusalOf(error);
  }
}

function refusalOf({ kind, detail }: PlatformFailure): ConnectRefusal {
  if (kind === 'revoked') return refuse('WRONG_KEYS');
  if (/\b404\b/.test(detail)) return refuse('WRONG_ADDRESS', 'shop');
  return refuse(kind === 'refused' ? 'WRONG_KEYS' : kind === 'unreadable' ? 'NOT_THE_PLATFORM' : 'UNREACHABLE');
}
