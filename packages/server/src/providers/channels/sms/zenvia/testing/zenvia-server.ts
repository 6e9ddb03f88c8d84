import { z } from 'zod';
import { startLocalGateway, type LocalGateway, type Protocol } from '../../../testing/local-gateway.ts';
import { account } from './account.ts';

/** A message of the channel SMS, by the facts of Zenvia's specification (../README.md). */
const Message = z.strictObject({
  from: z.string().min(1).max(64),
  to: z.string().regex(/^\d{10,15}$/),
  contents: z.array(z.strictObject({ type: z.literal('text'), text: z.string().min(1) })).min(1),
});

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
    const wrong = Message.safeParse(json).error?.issues[0];
    return wrong ? wrong.path.join('.') : null;
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
