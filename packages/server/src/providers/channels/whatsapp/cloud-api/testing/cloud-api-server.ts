import {
  missing,
  startLocalGateway,
  type GatewayAnswer,
  type LocalGateway,
  type Protocol,
} from '../../../testing/local-gateway.ts';
import { account } from './account.ts';

/** An error response of the API. */
export const cloudError = (status: number, code: number, headers?: Record<string, string>): GatewayAnswer => ({
  status,
  json: {
    error: {
      message: `(#${code}) Something`,
      type: 'OAuthException',
      code,
      error_data: { messaging_product: 'whatsapp', details: 'Something' },
      fbtrace_id: 'Az8or2yhqkZfEZ',
    },
  },
  ...(headers && { headers }),
});

const base = `/v25.0/${account.settings.phoneNumberId}`;

const protocol: Protocol = {
  denied: ({ headers }) =>
    headers.authorization === `Bearer ${account.credentials.accessToken}` ? null : cloudError(401, 190),
  trial({ method, path, query }) {
    if (method === 'POST' && path === `/v25.0/${account.settings.wabaId}/subscribed_apps`)
      return { status: 200, json: { success: true } };
    return method === 'GET' && path === base && query.get('fields') === 'display_phone_number,verified_name'
      ? {
          status: 200,
          json: { display_phone_number: '+55 11 3000-0000', verified_name: 'Loja Aurora', id: '106540352242922' },
        }
      : null;
  },
  problem({ method, path, json }) {
    if (method !== 'POST' || path !== `${base}/messages`) return 'no such method';
    const wrong = missing(json, { messaging_product: 'string', to: 'string', type: 'string' });
    if (wrong) return wrong;
    if (!/^\+\d{10,15}$/.test(String(json.to))) return 'to must be a phone number';
    return missing(json, { [String(json.type)]: 'object' });
  },
  accepted: (id, { json }) => ({
    status: 200,
    json: {
      messaging_product: 'whatsapp',
      contacts: [{ input: json.to, wa_id: String(json.to).slice(1) }],
      messages: [{ id: `wamid.${id}` }],
    },
  }),
  invalid: () => cloudError(400, 131_009),
  refused: cloudError(400, 131_026),
  limited: cloudError(429, 130_429, { 'retry-after': '7' }),
  away: cloudError(503, 131_016),
};

/** Starts a local server with the Cloud API's protocol. */
export const startCloudApi = (): Promise<LocalGateway> => startLocalGateway(protocol);
