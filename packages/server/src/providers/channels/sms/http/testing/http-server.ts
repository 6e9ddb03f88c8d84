import { missing, startLocalGateway, type LocalGateway, type Protocol } from '../../../testing/local-gateway.ts';
import { account } from './account.ts';

const protocol: Protocol = {
  denied: ({ headers }) =>
    headers.authorization === account.credentials.headers.Authorization ? null : { status: 401, json: {} },
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
