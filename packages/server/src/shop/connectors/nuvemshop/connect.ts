import {
  PlatformFailure,
  type AcceptedShop,
  type ConnectMethod,
  type ConnectRefusal,
  type PlatformResponse,
} from '../connector.ts';
import { readJson, textAt } from '../read-json.ts';
import { hosts, requestTo } from './call.ts';

type Consent = Extract<ConnectMethod, { kind: 'consent' }>;

const connectRefusal = (code: ConnectRefusal['code']): ConnectRefusal => ({ ok: false, code });

/** CON11, CON14: the owner installs the installation's app in the shop's admin; the platform's answer names the shop. */
export const consent: Consent = {
  kind: 'consent',
  label: { 'pt-BR': 'Instalar o aplicativo na Nuvemshop', en: 'Install the app at Nuvemshop' },
  needsApp: true,
  fields: [],
  consentPage: (_input, { app, state }) =>
    app
      ? {
          ok: true,
          url: `https://${hosts.pages}/apps/${encodeURIComponent(app.id)}/authorize?${new URLSearchParams({ state }).toString()}`,
          shop: null,
        }
      : connectRefusal('WRONG_KEYS'),
  stateOf: ({ query }) => query.get('state'),
  complete: async ({ query }, pending) => {
    const code = query.get('code') ?? '';
    if (!pending.app) return connectRefusal('WRONG_KEYS');
    if (code === '') return connectRefusal('REFUSED_BY_OWNER');
    try {
      return await exchange(code, { ...pending, app: pending.app });
    } catch (error) {
      if (!(error instanceof PlatformFailure)) throw error;
      return connectRefusal(reasons[error.kind]);
    }
  },
};

const reasons: Readonly<Record<PlatformFailure['kind'], ConnectRefusal['code']>> = {
  unreachable: 'UNREACHABLE',
  busy: 'UNREACHABLE',
  failed: 'UNREACHABLE',
  suspended: 'UNREACHABLE',
  revoked: 'WRONG_KEYS',
  refused: 'REFUSED_BY_OWNER',
  unreadable: 'NOT_THE_PLATFORM',
};

type Pending = Parameters<Consent['complete']>[1] & {
  readonly app: NonNullable<Parameters<Consent['complete']>[1]['app']>;
};

/** The token for a code, which lives 5 minutes, and the shop that it is for. A new token ends the one before. */
async function exchange(
  code: string,
  { app, call }: Pending,
): Promise<({ readonly ok: true } & AcceptedShop) | ConnectRefusal> {
  const response = await call({
    method: 'POST',
    url: `https://${hosts.token}/apps/authorize/token`,
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      'user-agent': `Retoma (${app.id})`,
    },
    body: new URLSearchParams({
      client_id: app.id,
      client_secret: app.secret,
      grant_type: 'authorization_code',
      code,
    }).toString(),
  });
  const json = readJson(response.body);
  // Errors come with 200.
  const error = textAt(json, 'error');
  if (error !== undefined) return connectRefusal(error === 'invalid_client' ? 'WRONG_KEYS' : 'REFUSED_BY_OWNER');
  const accessToken = textAt(json, 'access_token');
  const shop = textAt(json, 'user_id') ?? textAt(json, 'store_id');
  if (accessToken === undefined || shop === undefined || !/^\d{1,20}$/.test(shop))
    return connectRefusal('NOT_THE_PLATFORM');
  const scopes = (textAt(json, 'scope') ?? '').split(/[\s,]+/);
  if (!scopes.includes('read_orders') && !scopes.includes('write_orders')) return connectRefusal('MISSING_PERMISSION');
  const credentials = { accessToken };
  return {
    ok: true,
    shop,
    ...shopIn(await call(requestTo({ shop, credentials, app }, 'GET', '/store')), shop, accessToken),
  };
}

/** The shop's name in its main language, and its address, at which shoppers see their orders. */
function shopIn(
  response: PlatformResponse,
  shop: string,
  accessToken: string,
): Pick<AcceptedShop, 'name' | 'credentials'> {
  const json = readJson(response.body);
  const language = textAt(json, 'main_language') ?? 'pt';
  const name = textAt(json, 'name', language) ?? textAt(json, 'name', 'pt') ?? textAt(json, 'name') ?? shop;
  const domain = textAt(json, 'domains', 0) ?? textAt(json, 'original_domain') ?? '';
  const isHost = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/i.test(domain);
  return { name, credentials: { accessToken, ...(isHost && { address: `https://${domain.toLowerCase()}` }) } };
}
