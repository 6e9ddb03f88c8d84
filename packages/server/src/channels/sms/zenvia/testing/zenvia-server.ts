import { objectsIn, textIn } from '../../../json.ts';
import { missing, startLocalGateway, type LocalGateway, type Protocol } from '../../../testing/local-gateway.ts';
import { account } from './account.ts';

const zenviaError = (path: string, message: string): object => ({
  code: 'VALIDATION_ERROR',
  message: 'Validation error',
  details: [{ code: 'ATTRIBUTE_INVALID', path, message }],
});

const protocol: Protocol = {
  denied: ({ headers }) =>
    headers['x-api-token'] === account.credentials.token
      ? null
      : { status: 401, json: { code: 'AUTHENTICATION_ERROR', message: 'No authorization token was found' } },
  trial: ({ method, path }) => (method === 'GET' && path === '/v2/subscriptions' ? { status: 200, json: [] } : null),
  problem({ method, path, json }) {
    if (method !== 'POST' || path !== '/v2/channels/sms/messages') return 'no such method';
    const [content] = objectsIn(json.contents);
    if (content?.type !== 'text' || textIn(content.text) === '') return 'contents must be texts';
    return missing(json, { from: 'string', to: 'string' }) ?? (/^\d{10,15}$/.test(String(json.to)) ? null : 'to');
  },
  accepted: (id, { json }) => ({
    status: 200,
    json: { id, from: json.from, to: json.to, direction: 'OUT', channel: 'sms', contents: json.contents },
  }),
  invalid: (problem) => ({ status: 400, json: zenviaError('contents', problem) }),
  refused: { status: 400, json: zenviaError('to', 'is not a valid phone number') },
  limited: { status: 429, json: { code: 'TOO_MANY_REQUESTS', message: 'Slow down' }, headers: { 'retry-after': '7' } },
  away: { status: 503, json: { code: 'UNAVAILABLE', message: 'Try again later' } },
};

/** Starts a local server with Zenvia's protocol. */
export const startZenvia = (): Promise<LocalGateway> => startLocalGateway(protocol);
