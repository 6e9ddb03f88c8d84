import {
  PlatformFailure,
  type AcceptedShop,
  type CallPlatform,
  type ConnectMethod,
  type ConnectRefusal,
  type ConsentAnswer,
  type Credentials,
} from '../connector.ts';
import { cutText, readJson, textAt } from '../read-json.ts';
import { plainHeaders, requestTo, toCredentials, type WooKeys } from './call.ts';
import { addressField, keyField, secretField } from './form.ts';
import { isSameShop, shopAddress } from './shop-address.ts';

type Outcome = ({ readonly ok: true } & AcceptedShop) | ConnectRefusal;

const refuse = (code: ConnectRefusal['code'], field?: string): ConnectRefusal => ({
  ok: false,
  code,
  ...(field !== undefined && { field }),
});

/** CON11, CON13: the owner approves in the shop, which then sends keys; or pastes keys that were made there. */
export const methods: readonly ConnectMethod[] = [
  {
    kind: 'consent',
    label: { 'pt-BR': 'Autorizar na minha loja', en: 'Approve in my shop' },
    needsApp: false,
    fields: [addressField],
    consentPage: (input, { callbackUrl, returnUrl, state }) => {
      const shop = shopAddress(input['address'] ?? '');
      if (shop === undefined) return refuse('WRONG_ADDRESS', 'address');
      const query = new URLSearchParams({
        app_name: 'Retoma',
        scope: 'read_write',
        user_id: state,
        return_url: returnUrl,
        callback_url: callbackUrl,
      });
      return { ok: true, url: `${shop}/wc-auth/v1/authorize?${query.toString()}`, shop };
    },
    stateOf: ({ query, body }) => textAt(readJson(body), 'user_id') ?? query.get('user_id'),
    complete: async (answer, { shop, call }) => {
      if (answer.query.get('success') === '0') return refuse('REFUSED_BY_OWNER');
      const keys = sentKeys(answer);
      if (shop === null || !keys) return refuse('WRONG_KEYS');
      return tryKeys(shop, keys, call);
    },
  },
  {
    kind: 'keys',
    label: { 'pt-BR': 'Colar chaves da API', en: 'Paste API keys' },
    needsApp: false,
    fields: [addressField, keyField, secretField],
    complete: async (input, { call }) => {
      const shop = shopAddress(input['address'] ?? '');
      if (shop === undefined) return refuse('WRONG_ADDRESS', 'address');
      const [key, secret] = [input['key']?.trim() ?? '', input['secret']?.trim() ?? ''];
      if (!isKey('ck', key)) return refuse('WRONG_KEYS', 'key');
      if (!isKey('cs', secret)) return refuse('WRONG_KEYS', 'secret');
      return tryKeys(shop, { key, secret }, call);
    },
  },
];

const isKey = (prefix: 'ck' | 'cs', text: string): boolean => new RegExp(`^${prefix}_[a-z0-9]{8,100}$`, 'i').test(text);

/** The keys that a shop sends. They are not signed: the state that comes with them is what binds them to a person and a shop. */
function sentKeys({ body }: ConsentAnswer): Pick<WooKeys, 'key' | 'secret'> | undefined {
  const json = readJson(body);
  const [key = '', secret = ''] = [textAt(json, 'consumer_key'), textAt(json, 'consumer_secret')];
  return isKey('ck', key) && isKey('cs', secret) ? { key, secret } : undefined;
}

/** Tries keys at the address that the owner typed before they are kept: whether they read orders and may make webhooks. */
async function tryKeys(typed: string, keys: Pick<WooKeys, 'key' | 'secret'>, call: CallPlatform): Promise<Outcome> {
  try {
    const { shop, name } = await readSite(typed, call);
    const credentials = await readingKeys(shop, keys, call);
    if (!credentials) return refuse('WRONG_KEYS');
    if (!(await mayWrite(shop, credentials, call))) return refuse('MISSING_PERMISSION');
    return { ok: true, shop, name, credentials };
  } catch (error) {
    if (!(error instanceof PlatformFailure)) throw error;
    const isOther = error.kind === 'unreadable' || /\b404\b/.test(error.detail);
    return refuse(isOther ? 'NOT_THE_PLATFORM' : 'UNREACHABLE', 'address');
  }
}

/**
 * The site's own address and name. A site answers at its address with or without `www.` and redirects from the other, where keys are not sent
 * along. An address of another site, and a site that hides its index, change nothing.
 */
async function readSite(typed: string, call: CallPlatform): Promise<{ shop: string; name: string }> {
  const name = typed.slice('https://'.length);
  const url = `${typed}/wp-json/?_fields=name,home`;
  const json = await call({ method: 'GET', url, headers: plainHeaders }).then(
    ({ body }) => readJson(body),
    (error: unknown) => {
      if (error instanceof PlatformFailure && error.kind !== 'unreachable') return undefined;
      throw error;
    },
  );
  const home = shopAddress(textAt(json, 'home') ?? '');
  return {
    shop: home !== undefined && isSameShop(home, typed) ? home : typed,
    name: withoutEntities(cutText(textAt(json, 'name'), 200) ?? name),
  };
}

const entities: Readonly<Record<string, string>> = { amp: '&', '#038': '&', quot: '"', '#039': "'", lt: '<', gt: '>' };

/** WordPress keeps the site's name as HTML. */
const withoutEntities = (text: string): string =>
  text.replace(/&(amp|#038|quot|#039|lt|gt);/g, (_, name: string) => entities[name]!);

/** The keys where the shop reads them; undefined: it refuses them. */
async function readingKeys(
  shop: string,
  keys: Pick<WooKeys, 'key' | 'secret'>,
  call: CallPlatform,
): Promise<Credentials | undefined> {
  for (const place of ['header', 'query'] as const) {
    const credentials = toCredentials({ ...keys, place });
    try {
      const query = { per_page: '1', _fields: 'id' };
      const { body } = await call(requestTo({ shop, credentials }, 'GET', '/orders', { query }));
      if (Array.isArray(readJson(body))) return credentials;
      throw new PlatformFailure('unreadable', 'the list of orders is none');
    } catch (error) {
      if (!(error instanceof PlatformFailure && error.kind === 'revoked')) throw error;
    }
  }
  return undefined;
}

/**
 * Whether the keys may make webhooks. Without its members none is made: keys that only read are refused before that is noticed, but it is
 * noticed before what their user may do, which the list shows.
 */
async function mayWrite(shop: string, credentials: Credentials, call: CallPlatform): Promise<boolean> {
  try {
    await call(requestTo({ shop, credentials }, 'GET', '/webhooks', { query: { per_page: '1' } }));
    await call(requestTo({ shop, credentials }, 'POST', '/webhooks', { body: {} }));
    return true;
  } catch (error) {
    if (!(error instanceof PlatformFailure) || (error.kind !== 'refused' && error.kind !== 'revoked')) throw error;
    return error.kind === 'refused';
  }
}
