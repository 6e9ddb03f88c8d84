import { missing, startLocalGateway, type LocalGateway, type Protocol } from '../../../testing/local-gateway.ts';

/** The only account that the server accepts, and the secret that it signs with. */
export const httpAccount = {
  settings: { sender: 'Loja Aurora' },
  credentials: {
    headers: { Authorization: 'Bearer T0kEn-9' },
    webhookSecret: `whsec_${Buffer.from('uma chave de trinta e dois bytes').toString('base64')}`,
  },
} as const;

const protocol: Protocol = {
  denied: ({ headers }) =>
    headers.authorization === httpAccount.credentials.headers.Authorization ? null : { status: 401, json: {} },
  trial: ({ method }) => (method === 'GET' ? { status: 405, json: {} } : null),
  problem: ({ headers, json }) =>
    missing(json, { id: 'string', to: 'string', text: 'string', sender: 'string' }) ??
    (headers['idempotency-key'] ? null : 'no key'),
  accepted: (messageId) => ({ status: 202, json: { messageId } }),
  invalid: (error) => ({ status: 422, json: { error } }),
  refused: { status: 422, json: { error: 'unknown number' } },
  limited: { status: 429, json: {}, headers: { 'retry-after': '7' } },
  away: { status: 503, json: {} },
};

/** Starts a local server with the protocol of docs/channels.md. */
export const startHttpSms = (): Promise<LocalGateway> => startLocalGateway(protocol);
